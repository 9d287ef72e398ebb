import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

extension EndToEnd {
    /// A recorder of date and position every five minutes: of runs, and of home between them.
    @Suite struct KeepAliveTests {
        private let place: Place
        private static let lanes = 4
        /// The recorder begins two days before the daemon's first start, which are computed.
        private static let begin = "2026-02-27T12:00:00Z"
        private static let end = "2026-03-01T13:00:00Z"

        init() throws { place = try Place() }

        private func startDaemon() throws -> Program {
            try place.startDaemon([
                "--schedule", "days", "--time-zone", "UTC", "--device", "perfect", "--seed", "7",
                "--sessions", "\(Self.lanes)", "--epoch", "2026-03-01T12:00:00Z", "--speed", "1200",
                "--state", place.path("state"),
            ])
        }

        private func record() throws -> Program {
            try place.start(
                Programs.client,
                ["record", "--kinds", "stat,entry", "--metrics", "latitude_deg,longitude_deg"]
                    + ["--every", "5m", "--window", "5m", "--align", "clock", "--from", Self.begin]
                    + ["--out", place.path("where"), "--sync-every", "1s"])
        }

        private func kill(_ program: Program) throws {
            program.signal(SIGKILL)
            #expect(try program.waitForEnd().end == .killed(signal: SIGKILL))
        }

        /// The text of all files, one day after the other.
        private func recorded() -> String {
            ["02-27", "02-28", "03-01", "03-02", "03-03", "03-04"].reduce(into: "") { text, day in
                text += (try? place.read("where/2026-\(day).ndjson")) ?? ""
            }
        }

        /// Reads the daemon's lines beside the recorder until its files are as they should be.
        private func wait(until isThere: (String) -> Bool) throws {
            let peer = try Peer(place.socket)
            try peer.say(
                #"{"op":"subscribe","kinds":["entry"],"metrics":["latitude_deg","steps"]}"#)
            for _ in 0..<2000 where !isThere(recorded()) { _ = try peer.data(20) }
            try #require(isThere(recorded()))
        }

        @Test func `each five minutes have a position once, whoever is killed`() throws {
            var dice = SeededGenerator(seed: 11)
            var (daemon, recorder) = (try startDaemon(), try record())
            for round in 0..<8 {
                let wanted = recorded().utf8.count + dice.number(1...40_000)
                try wait { $0.utf8.count >= wanted }
                if round % 2 == 0 {
                    try kill(daemon)
                    daemon = try startDaemon()
                } else {
                    try kill(recorder)
                    recorder = try record()
                }
            }
            try wait { $0.contains("\"start\":\"\(Self.end.dropLast())") }
            recorder.signal(SIGTERM)
            #expect(try recorder.waitForEnd().end == .exited(0))
            try kill(daemon)
            try expectEachOnce()
        }

        private func expectEachOnce() throws {
            var positions: [String: Int] = [:]
            for line in Line.numbered(in: recorded()) {
                let lane = try #require(line.session?.dropFirst().prefix { $0 != "." })
                for metric in ["latitude_deg", "longitude_deg"] {
                    let isHome = line.word("metric") == metric
                    guard isHome || line.value?[metric]?["latest"] != nil,
                        let time = line.word(isHome ? "start" : "t")
                    else { continue }
                    positions["\(lane) \(metric) \(time)", default: 0] += 1
                }
            }
            #expect(positions.allSatisfy { $0.value == 1 })
            var time = try #require(CalendarTime(rfc3339: Self.begin)).microseconds + 300_000_000
            let end = try #require(CalendarTime(rfc3339: Self.end)).microseconds
            while time < end {
                let text = "\(CalendarTime(microseconds: time))"
                for lane in 0..<Self.lanes {
                    for metric in ["latitude_deg", "longitude_deg"] {
                        #expect(positions["\(lane) \(metric) \(text)"] == 1, "s\(lane) \(text)")
                    }
                }
                time += 300_000_000
            }
        }
    }
}
