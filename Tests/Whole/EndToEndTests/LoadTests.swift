import Glibc
import LinuxIO
import Testing
import Vocabulary
import WireProtocol

extension EndToEnd {
    /// `runway load` against real daemons.
    @Suite struct LoadTests {
        private let place: Place

        init() throws { place = try Place() }

        @Test func `every class of subscribers gets what it should`() throws {
            let outcome = try place.client([
                "load", "--embedded", "--sessions", "2", "--speed", "20", "--subscribers", "12",
                "--mix", "steady=50,slow=10,stalled=10,churn=10,resume=10,hostile=10",
                "--cycle", "1s", "--stall", "1s", "--warm-up", "1s", "--for", "2s",
                "--dice", "1",
            ])
            #expect(outcome.end == .exited(0), "\(outcome.errors)\(outcome.output)")
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(outcome.output.contains("12 subscribers") || outcome.output.contains("lines"))
        }

        @Test func `a plan is printed, and nothing is done`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--sessions", "3"])
            let outcome = try place.client([
                "load", "--subscribers", "100", "--mix", "steady=90,slow=10", "--dry-run",
            ])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            for part in [
                "100: 90 steady, 10 slow", "3 sessions each",
                #"{"op":"subscribe","kinds":["stat","event"]}"#,
                "132 open files", "that the daemon takes", "runway load --subscribers 100",
            ] {
                #expect(outcome.output.contains(part), "\(outcome.output)")
            }
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test(arguments: [[], ["--dry-run"]])
        func `a plan too large is refused with the number that would fit`(
            more: [String]
        ) throws {
            let configuration = try place.write(
                "{ limits: { clients: 20 } }", to: "runwayd.json5")
            let daemon = try place.startDaemon(["--seed", "42", "--config", configuration])
            let outcome = try place.client(["load", "--subscribers", "20"] + more)
            #expect(outcome.end == .exited(2))
            // The control connection is one of the clients.
            #expect(
                outcome.errors == "runway load: 20 subscribers need as many connections, and the "
                    + "daemon takes 19 more; --subscribers 19 would fit\n")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `an assertion decides how it ends`() throws {
            let daemon = try place.startDaemon(["--seed", "7", "--sessions", "2"])
            let cases: [(assertion: String, end: Int32)] = [("p50<1us", 99), ("p50<1s", 0)]
            let loads = try cases.map { assertion, end in
                let report = place.path("report\(end)")
                return try place.start(
                    Programs.client,
                    ["load", "--subscribers", "2", "--warm-up", "1s", "--for", "2s", "--quiet"]
                        + ["--assert", assertion, "--json", report])
            }
            for (load, (_, end)) in zip(loads, cases) {
                let outcome = try load.waitForEnd()
                #expect(outcome.end == .exited(end), "\(outcome.errors)\(outcome.output)")
                #expect(try report("report\(end)").number(of: "passed") == "\(end == 0)")
            }
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        private func report(_ name: String) throws -> Line { Line(try place.read(name).utf8) }

        @Test func `a signal ends it with a report of what there is`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--speed", "20"])
            let load = try place.start(
                Programs.client,
                ["load", "--subscribers", "3", "--warm-up", "0s", "--for", "1h", "--quiet"]
                    + ["--json", place.path("report")])
            try daemon.waitForErrors(containing: "listening")
            try Self.waitForStatus("subscriptions", atLeast: 3, at: place)
            try Self.waitForStatus("lines_sent", atLeast: 100, at: place)
            load.signal(SIGINT)
            let outcome = try load.waitForEnd()
            #expect(outcome.end == .exited(130), "\(outcome.errors)")
            #expect(!outcome.output.isEmpty)
            let report = try report("report")
            #expect(report.number(of: "interrupted") == "true")
            #expect(try #require(report.value?["figures"]?["lines"]?.double) > 0)
        }

        @Test func `a daemon that goes away is told after a while`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--speed", "20"])
            let load = try place.start(
                Programs.client,
                ["load", "--subscribers", "3", "--warm-up", "0s", "--for", "1h", "--quiet"])
            try Self.waitForStatus("subscriptions", atLeast: 3, at: place)
            daemon.signal(SIGKILL)
            let outcome = try load.waitForEnd()
            #expect(outcome.end == .exited(69), "\(outcome.errors)")
            #expect(outcome.errors.contains("no subscriber is connected for 10 s"))
            #expect(!outcome.output.isEmpty)
        }

        /// Asks until a number of the daemon's status is as large.
        private static func waitForStatus(
            _ name: String, atLeast count: Int, at place: Place
        ) throws {
            let peer = try Peer(place.socket)
            let deadline =
                MonotonicClock.now + Program.patience
            while MonotonicClock.now < deadline {
                try peer.say("status")
                let status = try peer.next(["status"])
                if let number = status.number(of: name).flatMap({ Int($0) }), number >= count {
                    return
                }
            }
            throw Program.Failure(description: "the daemon has not got \(count) \(name)")
        }
    }
}
