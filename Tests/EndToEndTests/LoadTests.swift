import Glibc
import LinuxIO
import Testing

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

        @Test func `a signal ends it with a report of what there is`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--speed", "20"])
            let load = try place.start(
                Programs.client,
                ["load", "--subscribers", "3", "--warm-up", "0s", "--for", "1h", "--quiet"])
            try daemon.waitForErrors(containing: "listening")
            try Self.waitForSubscriptions(3, at: place)
            load.signal(SIGINT)
            let outcome = try load.waitForEnd()
            #expect(outcome.end == .exited(130), "\(outcome.errors)")
            #expect(!outcome.output.isEmpty)
        }

        @Test func `a daemon that goes away is told after a while`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--speed", "20"])
            let load = try place.start(
                Programs.client,
                ["load", "--subscribers", "3", "--warm-up", "0s", "--for", "1h", "--quiet"])
            try Self.waitForSubscriptions(3, at: place)
            daemon.signal(SIGKILL)
            let outcome = try load.waitForEnd()
            #expect(outcome.end == .exited(69), "\(outcome.errors)")
            #expect(outcome.errors.contains("no subscriber is connected for 10 s"))
            #expect(!outcome.output.isEmpty)
        }

        /// Asks until the daemon has so many.
        private static func waitForSubscriptions(_ count: Int, at place: Place) throws {
            let peer = try Peer(place.socket)
            let deadline =
                MonotonicClock.nowMicroseconds + Int64(Program.patienceMilliseconds) * 1000
            while MonotonicClock.nowMicroseconds < deadline {
                try peer.say("status")
                let status = try peer.next(["status"])
                guard status.number(of: "subscriptions") != "\(count)" else { return }
            }
            throw Program.Failure(description: "the daemon has not got \(count) subscriptions")
        }
    }
}
