import Glibc
import LinuxIO
import Testing
import Vocabulary
import WireProtocol

extension EndToEnd {
    /// What becomes of a command whose daemon greets and then does not answer as it should.
    @Suite struct UnansweredTests {
        private static let hello = #"{"type":"hello","proto":"1.0","seed":1,"sessions":1}"# + "\n"

        private let place: Place

        init() throws { place = try Place() }

        /// How a command ends to which a server says this, and then nothing.
        private func outcome(
            _ arguments: [String], hearing text: String
        ) throws -> Program.Outcome {
            let daemon = try MuteDaemon(place.socket)
            let client = try place.start(Programs.client, arguments)
            let peer = try daemon.accept(saying: text)
            let outcome = try client.waitForEnd()
            try peer.close()
            return outcome
        }

        @Test(arguments: ["status", "sessions", "describe", "metrics", "clients"])
        func `a question is not waited for for ever`(command: String) throws {
            let outcome = try outcome([command, "--timeout", "200ms"], hearing: Self.hello)
            #expect(outcome.end == .exited(69), "\(outcome.errors)")
            let asked = command == "metrics" ? "status" : command
            #expect(
                outcome.errors.hasPrefix(
                    "runway \(command): the daemon has not answered \(asked) in 0.2"))
            #expect(outcome.errors.contains("wait longer with --timeout"))
            #expect(outcome.output.isEmpty)
        }

        @Test func `a daemon that is stopped does not greet, and is waited for no longer`() throws {
            let daemon = try place.startDaemon()
            daemon.signal(SIGSTOP)
            let outcome = try place.client(["status", "--timeout", "200ms"])
            daemon.signal(SIGCONT)
            #expect(outcome.end == .exited(69), "\(outcome.errors)")
            #expect(outcome.errors.contains("does not greet; it may be stopped"))
            #expect(try place.client(["status"]).end == .exited(0))
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        /// Its listing is longer than a pipe holds, so that it has not ended when its first page is
        /// read.
        @Test func `a daemon that stops between two pages is given up`() throws {
            let lanes = 20_000
            let daemon = try place.startDaemon(["--seed", "7", "--sessions", "\(lanes)"])
            let listing = try place.start(
                Programs.client, ["sessions", "--json", "--timeout", "2s"])
            try listing.waitForOutput()
            daemon.signal(SIGSTOP)
            let outcome = try listing.waitForEnd()
            daemon.signal(SIGCONT)
            #expect(outcome.end == .exited(69))
            #expect(outcome.errors.contains("has not answered sessions in 2"))
            let pages = Line.all(in: outcome.output)
            #expect(pages.count < lanes / 64 && pages.allSatisfy { $0.value != nil })
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `a listing ends with its reader`() throws {
            let lanes = 20_000
            let daemon = try place.startDaemon(["--seed", "7", "--sessions", "\(lanes)"])
            let listing = try place.start(Programs.client, ["sessions", "--json"])
            try listing.waitForOutput()
            #expect(listing.lines.first?.number(of: "next") == "64")
            listing.stopReading()
            #expect(try listing.waitForEnd().end == .exited(0))
            let peer = try Peer(place.socket)
            try peer.say("status")
            let requests = try #require(
                try peer.nextLine().number(of: "requests").flatMap { Int($0) })
            #expect(requests < lanes / 64)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test(arguments: [["pause", "s7"], ["resume", "s7"], ["stop", "s7.0"], ["start"]])
        func `of a command it is told that nobody knows whether it was carried out`(
            words: [String]
        ) throws {
            let outcome = try outcome(words + ["--timeout", "200ms"], hearing: Self.hello)
            #expect(outcome.end == .exited(69), "\(outcome.errors)")
            #expect(
                outcome.errors.contains("not answered \(words.joined(separator: " ")) in 0.2"))
            #expect(outcome.errors.contains("whether it was carried out is unknown"))
            #expect(outcome.errors.contains("see runway sessions first"))
        }

        @Test(arguments: ["status", "pause s7"])
        func `a goodbye instead of an answer is told`(line: String) throws {
            let words = line.split(separator: " ").map(String.init)
            let bye =
                #"{"type":"bye","code":"shutdown","description":"The server is shutting down."}"#
            let outcome = try outcome(words, hearing: Self.hello + bye + "\n")
            #expect(outcome.end == .exited(74), "\(outcome.errors)")
            #expect(outcome.errors.contains("before it answered: The server is shutting down"))
            let isCommand = words.count > 1
            #expect(outcome.errors.contains("is unknown") == isCommand)
        }

        @Test(arguments: [
            "status", "sessions", "describe", "metrics", "clients", "pause s7", "start", "tail",
            "live",
            "load --subscribers 1 --for 1s",
        ])
        func `a line without end breaks the protocol`(line: String) throws {
            let words = line.split(separator: " ").map(String.init)
            let endless = String(repeating: "x", count: ProtocolLimits.serverLineBytes + 1)
            let outcome = try outcome(words, hearing: Self.hello + endless)
            #expect(outcome.end == .exited(70), "\(outcome.errors)")
            #expect(outcome.errors.contains("a line of more than 65536 bytes"))
        }

        @Test(arguments: ["log s0", "plot --session s0 --out - --socket"])
        func `lines that say nothing do not make a page's time begin anew`(line: String) throws {
            let daemon = try MuteDaemon(place.socket)
            let words = line.split(separator: " ").map(String.init)
            let named = words.last == "--socket" ? words + [place.socket] : words
            let client = try place.start(Programs.client, named + ["--timeout", "100ms"])
            let moment = #","t":"2026-03-01T06:00:00.000000Z","clock_us":1,"rate_hz":1}"#
            let hello = Self.hello.dropLast(2) + moment + "\n"
            let peer = try daemon.accept(saying: hello + #"{"type":"ok","id":1}"# + "\n")
            let line = Array(#"{"type":"truth","n":1}"#.utf8) + [UInt8(ascii: "\n")]
            let due = MonotonicClock.now + Program.patience
            var outcome = SendOutcome.wouldBlock
            while outcome == .wouldBlock || outcome == .sent(line.count), MonotonicClock.now < due {
                _ = try Poll.readable([], orWritable: peer.raw, timeout: Program.patience)
                outcome = StreamSocket.send(to: peer.raw, line.span.bytes)
            }
            #expect(MonotonicClock.now < due)
            let end = try client.waitForEnd()
            #expect(end.end == .exited(69), "\(end.errors)")
            #expect(end.errors.contains("has not answered"), "\(end.errors)")
        }

        @Test func `every page of a listing is waited for anew`() throws {
            let pages = [64, 128].map { #"{"type":"sessions","next":\#($0),"sessions":[]}"# + "\n" }
            let outcome = try outcome(
                ["sessions", "--json", "--timeout", "200ms"],
                hearing: Self.hello + pages.joined())
            #expect(outcome.end == .exited(69), "\(outcome.errors)")
            #expect(outcome.output == pages.joined())
            #expect(outcome.errors.contains("has not answered sessions in 0.2"))
        }

        @Test func `a listing that counts beyond all lanes ends`() throws {
            let page = #"{"type":"sessions","next":9007199254740992,"sessions":[]}"# + "\n"
            let outcome = try outcome(["sessions", "--json"], hearing: Self.hello + page)
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.output == page)
        }

        @Test(arguments: [
            #"{"type":"clients","next":2,"clients":[]}"#,
            #"{"type":"clients","next":0,"clients":[{"number":1}]}"#,
            #"{"type":"clients","next":1e300,"clients":[{"number":1}]}"#,
        ])
        func `a listing of clients that leads nowhere ends`(line: String) throws {
            let page = line + "\n"
            let outcome = try outcome(["clients", "--json"], hearing: Self.hello + page)
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.output == page)
        }

        @Test(arguments: [
            (["pause", "s999999"], "There is no such session."),
            (["resume", "s0"], "The session is in no state for that."),
            (["tail", "--session", "s999"], "There is no such session."),
            (["tail", "--from", "a1mkzz710x19shfz94fzzzz3nqbc1m"], "The anchor"),
            (["load", "--for", "1s", "--session", "s999"], "the first subscriber"),
        ])
        func `what the daemon refuses ends with 65`(words: [String], told: String) throws {
            let daemon = try place.startDaemon()
            let outcome = try place.client(words)
            #expect(outcome.end == .exited(65), "\(outcome.errors)")
            #expect(outcome.errors.contains(told), "\(outcome.errors)")
            daemon.signal(SIGTERM)
        }
    }
}
