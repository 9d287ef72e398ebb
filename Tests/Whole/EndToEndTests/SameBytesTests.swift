import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// What a daemon streams, at any speed, to anyone, whenever asked, is what `export` writes.
    @Suite struct SameBytesTests {
        private static let epoch = "2026-03-01T00:00:00Z"
        private static let fleet = ["--seed", "42", "--epoch", epoch]
        private static let channel = """
            "kinds":["stat","sample","phase","advisory","event"],"stats":["average","sd","latest"],\
            "window":"30s","smooth":{"kind":"ema2","half_life":"5s"}
            """
        private static let channelFlags = [
            "--kinds", "stat,sample,phase,advisory,event", "--stats", "average,sd,latest",
            "--window",
            "30s", "--smooth", "ema2:5s",
        ]

        private let place: Place

        init() throws { place = try Place() }

        /// The lines of one session as `export` writes them.
        private func exported(_ session: String, to folder: String = "out") throws -> [Line] {
            let outcome = try place.client(
                ["export", "--format", "ndjson", "--session", session, "--out", place.path(folder)]
                    + ["--force"] + Self.fleet + Self.channelFlags)
            try #require(outcome.end == .exited(0), "\(outcome.errors)")
            return Line.all(in: try place.read("\(folder)/\(session).ndjson"))
        }

        private func subscribe(
            _ peer: Peer, to session: String, after: String? = nil, policy: String = "drop_oldest"
        ) throws {
            let after = after.map { #","after":"\#($0)""# } ?? ""
            let queue = #""queue":{"policy":"\#(policy)"}"#
            try peer.say(
                #"{"op":"subscribe","select":{"session":"\#(session)"},\#(queue),"#
                    + "\(Self.channel)\(after)}")
        }

        /// Holds lines of one lane against the exported ones of the same sessions.
        private func expectExported(
            _ lines: [Line], sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            try #require(!lines.isEmpty, sourceLocation: sourceLocation)
            for session in Set(lines.compactMap(\.session)) {
                let found = lines.filter { $0.session == session }
                let first = try #require(found.first?.number)
                let golden = try exported(session).dropFirst(first - 1).map(\.text)
                let texts = found.map(\.withoutClock)
                let same = zip(texts, golden).prefix { $0 == $1 }.count
                let wrong = same < texts.count ? texts[same] : "none"
                #expect(
                    same == texts.count, "line \(same) of \(session): \(wrong)",
                    sourceLocation: sourceLocation)
            }
        }

        @Test func `an export says the same twice, whatever else flies`() throws {
            let first = try exported("s0.0")
            try #require(first.count > 4000)
            #expect(first.map(\.text) == (try exported("s0.0", to: "again").map(\.text)))
            let among = try place.client(
                ["export", "--format", "ndjson", "--sessions", "9", "--session", "s0", "--out"]
                    + [place.path("among")] + Self.fleet + Self.channelFlags)
            #expect(among.end == .exited(0), "\(among.errors)")
            let other = Line.all(in: try place.read("among/s0.0.ndjson"))
            #expect(first.map(\.text) == other.map(\.text))
        }

        @Test(arguments: ["60", "600", "3600"])
        func `at any speed the daemon streams what is exported`(speed: String) throws {
            let daemon = try place.startDaemon(Self.fleet + ["--speed", speed])
            let peer = try Peer(place.socket)
            try subscribe(peer, to: "s0", after: "start")
            let lines = try peer.data(speed == "3600" ? 1500 : 60)
            #expect(lines.first?.number == 1)
            try expectExported(lines)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `at speed max all who ask to be waited for get every line`() throws {
            let daemon = try place.startDaemon(Self.fleet + ["--speed", "max"])
            let peers = try (0..<3).map { _ in try Peer(place.socket) }
            for peer in peers { try subscribe(peer, to: "s0", after: "start", policy: "wait") }
            var lines = peers.map { _ in [Line]() }
            // Who reads ahead waits for the others.
            for _ in 0..<120 {
                for place in peers.indices { lines[place] += try peers[place].data(100) }
            }
            #expect(lines[0].first?.number == 1)
            try expectExported(lines[0])
            for other in lines[1...] {
                #expect(other.map(\.withoutClock) == lines[0].map(\.withoutClock))
            }
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `who joins late gets the same lines as who was there before`() throws {
            let daemon = try place.startDaemon(Self.fleet + ["--speed", "300"])
            let early = try Peer(place.socket)
            try subscribe(early, to: "s0", after: "start")
            let before = try early.data(100)
            let late = try Peer(place.socket)
            try subscribe(late, to: "s0")
            let lines = try late.data(60)
            let first = try #require(lines.first)
            try expectExported(before)
            try expectExported(lines)
            var seen = try early.data(1)
            while seen.last?.anchor != lines.last?.anchor { seen += try early.data(1) }
            let shared = (before + seen).drop { $0.anchor != first.anchor }
            #expect(shared.map(\.withoutClock) == lines.map(\.withoutClock))
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `a session of months ago is resumed in its middle after a crash`() throws {
            let golden = try exported("s0.0")
            let middle = golden.count / 2
            let anchor = try #require(golden[middle].anchor)
            let daemon = try place.startDaemon(Self.fleet)
            let peer = try Peer(place.socket)
            try subscribe(peer, to: "s0.0", after: anchor)
            let lines = try peer.data(100)
            try expectExported(lines)
            #expect(lines.first?.number == golden[middle + 1].number)
            daemon.signal(SIGKILL)
            #expect(try daemon.waitForEnd().end == .killed(signal: SIGKILL))
            let second = try place.startDaemon(Self.fleet + ["--sessions", "5"])
            let returned = try Peer(place.socket)
            try subscribe(returned, to: "s0.0", after: try #require(lines.last?.anchor))
            let rest = try returned.dataUntilEnd()
            #expect(
                (lines + rest).map(\.withoutClock) == golden[(middle + 1)...].map(\.text))
            second.signal(SIGTERM)
            #expect(try second.waitForEnd().end == .exited(0))
        }
    }
}
