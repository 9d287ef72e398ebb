import Glibc
import LinuxIO
import TestSupport
import Testing

extension EndToEnd {
    /// `runway relay`: a command gets every line, in order, and what it does not acknowledge again.
    @Suite struct RelayTests {
        private let place: Place

        init() throws { place = try Place() }

        private static let epoch = "2026-03-01T00:00:00Z"
        private static let span = ["--from", "2026-03-01T06:00:00Z", "--until"]

        private func startDaemon(seed: Int = 42) throws -> Program {
            try place.startDaemon([
                "--seed", "\(seed)", "--sessions", "5", "--epoch", Self.epoch,
                "--state", place.path("state\(seed)"),
            ])
        }

        /// A relay of a past minute that appends to `stored`, unless told otherwise.
        private func relay(
            _ command: String? = nil, anchor: String = "a",
            until: String = "2026-03-01T06:01:00Z", _ flags: String...
        ) throws -> Program {
            try place.start(
                Programs.client,
                ["relay", "--anchor-file", place.path(anchor), "--batch-lines", "40"] + Self.span
                    + [until, "--exec", command ?? "cat >> \(place.path("stored"))"] + flags)
        }

        private func tail() throws -> [String] {
            let outcome = try place.client(
                ["tail", "--json", "--queue", "close"] + Self.span + ["2026-03-01T06:01:00Z"])
            try #require(outcome.end == .exited(0), "\(outcome.errors)")
            return Line.numbered(in: outcome.output).filter { $0.type != "snapshot" }
                .map(\.withoutClock)
        }

        private func stored(_ name: String = "stored") throws -> [String] {
            Line.numbered(in: try place.read(name)).map(\.withoutClock)
        }

        private func end(_ daemon: Program) throws {
            daemon.signal(SIGKILL)
            _ = try daemon.waitForEnd()
        }

        @Test func `a command gets every line once while nothing fails`() throws {
            let daemon = try startDaemon()
            let outcome = try relay().waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(try stored() == tail())
            #expect(try !place.read("stored").contains("due_us"))
            // The anchor is that of the last line: nothing is left.
            #expect(try relay().waitForEnd().end == .exited(0))
            #expect(try stored() == tail())
            try end(daemon)
        }

        @Test func `a batch that fails comes again with the same bytes, before any other`() throws {
            let daemon = try startDaemon()
            let folder = place.path
            let slow = try relay(
                "cd \(folder); cat > try.$RUNWAY_BATCH_ATTEMPT; "
                    + "[ $RUNWAY_BATCH_ATTEMPT = 2 ] || exit 9; "
                    + "cmp try.1 try.2 && cat try.2 >> stored", until: "2026-03-01T06:00:10Z"
            ).waitForEnd()
            #expect(slow.end == .exited(0), "\(slow.errors)")
            #expect(slow.errors.contains("the command ended with exit code 9"))
            #expect(try stored() == Array(tail().prefix(stored().count)))
            try end(daemon)
        }

        @Test func `one that is given up is not acknowledged`() throws {
            let daemon = try startDaemon()
            let outcome = try relay("exit 9", "--give-up", "1s").waitForEnd()
            #expect(outcome.end == .exited(75), "\(outcome.errors)")
            #expect(outcome.errors.contains("gives up"))
            #expect(try relay().waitForEnd().end == .exited(0))
            #expect(try stored() == tail())
            try end(daemon)
        }

        @Test func `relay, command and daemon are killed: every line, in order`() throws {
            var dice = SeededGenerator(seed: 11)
            var daemon = try startDaemon()
            let stored = place.path("stored")
            for round in 0..<6 {
                let relay = try relay(
                    "read -r line; printf '%s\\n' \"$line\" >> \(stored); echo >&2 got; "
                        + "cat >> \(stored)")
                if dice.chance(70) { try relay.waitForErrors(containing: "got") }
                relay.signal(SIGKILL)
                _ = try? relay.waitForEnd()
                if round % 2 == 1 {
                    try end(daemon)
                    daemon = try startDaemon()
                }
            }
            let last = try relay().waitForEnd()
            #expect(last.end == .exited(0), "\(last.errors)")
            var seen = Set<String>()
            let firsts = try self.stored().filter { seen.insert($0).inserted }
            #expect(try firsts == tail())
            try end(daemon)
        }

        @Test func `a command that acknowledges lines gets those again that it has not`() throws {
            let daemon = try startDaemon()
            let stored = place.path("stored")
            // Ends after each 7 lines, the last of them without an acknowledgement.
            let script =
                "for i in 1 2 3 4 5 6; do IFS='\t' read -r id line || exit 0; "
                + "printf '%s\\n' \"$line\" >> \(stored); echo \"$id\"; done; read -r lost; exit 1"
            let outcome = try relay(
                script, until: "2026-03-01T06:00:06Z", "--ack", "lines"
            ).waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let lines = try self.stored()
            #expect(try lines == Array(tail().prefix(lines.count)) && lines.count >= 20)
            try end(daemon)
        }

        @Test func `SIGTERM delivers what was read, a second one ends at once`() throws {
            let daemon = try startDaemon()
            let slow = "echo >&2 begun; read -r go < \(place.path("go")); cat >> "
            #expect(mkfifo(place.path("go"), 0o600) == 0)
            let first = try relay(slow + place.path("stored"))
            try first.waitForErrors(containing: "begun")
            first.signal(SIGTERM)
            let go = open(place.path("go"), O_RDWR)
            for _ in 0..<9 { _ = write(go, "go\n", 3) }
            let outcome = try first.waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let count = try stored().count
            #expect(count >= 40)
            close(go)
            // From the beginning: a signal that waits for a thread that is not run comes late, and
            // by then the first one may have delivered the whole minute.
            let second = try relay(slow + place.path("stored"), anchor: "b")
            try second.waitForErrors(containing: "begun")
            second.signal(SIGTERM)
            second.signal(SIGINT)
            #expect(try second.waitForEnd().end != .exited(0))
            #expect(try stored().count == count)
            try end(daemon)
        }

        @Test func `a relay that ends by itself delivers what was read after a signal, too`() throws
        {
            let daemon = try startDaemon()
            #expect(mkfifo(place.path("go"), 0o600) == 0)
            // So old no batch becomes: it is tried because the relay ends.
            let relay = try relay(
                "echo >&2 begun; read -r go < \(place.path("go")); cat >> \(place.path("stored"))",
                until: "2026-03-01T06:00:06Z", "--batch-age", "1h")
            try relay.waitForErrors(containing: "begun")
            relay.signal(SIGTERM)
            let go = open(place.path("go"), O_RDWR)
            _ = write(go, "go\n", 3)
            let outcome = try relay.waitForEnd()
            close(go)
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let lines = try stored()
            #expect(try lines == Array(tail().prefix(lines.count)) && lines.count >= 20)
            try end(daemon)
        }

        @Test func `a command that keeps its ids to itself writes them at the end of its input`()
            throws
        {
            let daemon = try startDaemon()
            let outcome = try relay(
                "tee -a \(place.path("stored")) | cut -f 1", until: "2026-03-01T06:00:06Z",
                "--ack", "lines"
            ).waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let ids = try place.read("stored").split(separator: "\n").map {
                $0.prefix { $0 != "\t" }
            }
            #expect(ids.count >= 20 && Set(ids).count == ids.count)
            try end(daemon)
        }

        @Test(arguments: ["input", "output"])
        func `a command that closes a stream and stays is ended, and another one started`(
            stream: String
        ) throws {
            let daemon = try startDaemon()
            let close = stream == "input" ? "exec 0<&-" : "exec 1>&-"
            let went = place.path("went")
            // The first one stays for ever, with one line acknowledged.
            let script =
                "[ -e \(went) ] || { : > \(went); IFS='\t' read -r id line; echo \"$id\"; "
                + "printf '%s\\n' \"$line\" > \(place.path("stored")); \(close); sleep 600; }; "
                + "while IFS='\t' read -r id line; do "
                + "printf '%s\\n' \"$line\" >> \(place.path("stored")); echo \"$id\"; done"
            let outcome = try relay(script, "--ack", "lines").waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "the command has closed its standard \(stream), and was ended"),
                "\(outcome.errors)")
            #expect(try stored() == tail())
            try end(daemon)
        }

        @Test func `the adapter for Kafka acknowledges nothing that its client has not read`()
            throws
        {
            let daemon = try startDaemon()
            let kafka = Checkout.path("config/relay/kafka")
            let adapter = "PATH=\(place.path):$PATH BROKERS=none TOPIC=runs \(kafka)"
            try place.addProgram("kcat", "head -c 5000 > /dev/null")
            let half = try relay(adapter, "--give-up", "1s").waitForEnd()
            #expect(half.end == .exited(75), "\(half.errors)")
            // As a client that ends with 0 when it gets the signal.
            try place.addProgram("kcat", "trap 'exit 0' TERM; cat > /dev/null; kill $PPID; kill $$")
            let ended = try relay(adapter, "--give-up", "1s").waitForEnd()
            #expect(ended.end == .exited(75), "\(ended.errors)")
            // As one that has read all and gets a signal while it waits for the brokers.
            try place.addProgram("kcat", "cat > /dev/null; echo '%4|1.2|TERMINATE|x' >&2")
            let queued = try relay(adapter, "--give-up", "1s").waitForEnd()
            #expect(queued.end == .exited(75) && queued.errors.contains("TERMINATE"))
            try place.addProgram("kcat", "cat >> \(place.path("stored"))")
            #expect(try relay(adapter).waitForEnd().end == .exited(0))
            #expect(try stored() == tail())
            try end(daemon)
        }

        @Test func `one anchor has one relay, and another fleet none; the status tells`() throws {
            let daemon = try startDaemon()
            let none = try place.client(["relay", "--status", "--anchor-file", place.path("a")])
            #expect(none.end == .exited(69), "\(none.errors)")
            let first = try relay(until: "2100-01-01T00:00:00Z")
            try waitForStatus("process \(first.id)")
            let second = try relay().waitForEnd()
            #expect(second.end == .exited(75), "\(second.errors)")
            first.signal(SIGTERM)
            #expect(try first.waitForEnd().end == .exited(0))
            let gone = try place.client(["relay", "--status", "--anchor-file", place.path("a")])
            #expect(gone.end == .exited(69) && gone.output.contains("not running"))
            try end(daemon)
            let other = try startDaemon(seed: 43)
            let foreign = try relay().waitForEnd()
            #expect(foreign.end == .exited(66), "\(foreign.errors)")
            try end(other)
        }

        private func waitForStatus(_ words: String) throws {
            for _ in 0..<200 {
                let status = try place.client(
                    ["relay", "--status", "--anchor-file", place.path("a")])
                if status.end == .exited(0), status.output.contains(words) { return }
            }
            Issue.record("no status has \(words)")
        }
    }
}
