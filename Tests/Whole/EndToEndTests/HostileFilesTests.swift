import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// Other things than regular files under the names of a client's files, and locks of strangers.
    @Suite struct HostileFilesTests {
        private let place: Place

        init() throws { place = try Place() }

        private func makePipe(_ name: String) throws -> String {
            let path = place.path(name)
            try Directory.create(Directory.parent(of: path))
            try #require(mkfifo(path, 0o600) == 0)
            return path
        }

        @Test func `a pipe in the place of a goal, a status or a zone is not waited for`() throws {
            _ = try makePipe("config/runway/goal")
            let log = try place.client(
                ["log", "s0", "--embedded", "--seed", "42"],
                environment: ["XDG_CONFIG_HOME": place.path("config")])
            #expect(log.end == .exited(0), "\(log.errors)")

            let status = try makePipe("anchor.status")
            let relay = try place.client(
                ["relay", "--status", "--anchor-file", place.path("anchor")])
            #expect(relay.end == .exited(66))
            #expect(relay.errors.contains("\(status) is a pipe, not a file"), "\(relay.errors)")

            let zone = try makePipe("zone")
            let tail = try place.client(
                ["tail", "--time", "local", "--for", "1s"], environment: ["TZ": zone])
            #expect(tail.end == .exited(2))
            #expect(tail.errors.contains("\(zone) is a pipe, not a file"), "\(tail.errors)")
        }

        @Test func `a pipe in the place of a load report comes to an end`() throws {
            let merge = try place.client(["load", "merge", try makePipe("report.json")])
            #expect(merge.end == .exited(66))
            #expect(merge.errors.contains("did not end within 5 s"), "\(merge.errors)")
        }

        @Test(arguments: ["a pipe", "a symbolic link"])
        func `record writes its days to regular files only`(kind: String) throws {
            let daemon = try place.startDaemon([
                "--seed", "42", "--epoch", "2026-03-01T06:00:00Z", "--speed", "60",
            ])
            let folder = place.path("kept")
            try Directory.create(folder)
            _ = try place.write("", to: "secret")
            for day in ["2026-03-01", "2026-03-02"] {
                let path = "\(folder)/\(day).ndjson"
                let made =
                    kind == "a pipe"
                    ? mkfifo(path, 0o600) : symlink(place.path("secret"), path)
                try #require(made == 0)
            }
            let outcome = try place.client(["record", "--out", folder])
            #expect(outcome.end == .exited(73), "\(outcome.errors)")
            #expect(outcome.errors.contains(".ndjson is \(kind), not a regular file; move it away"))
            #expect(try place.read("secret").isEmpty)
            withExtendedLifetime(daemon) {}
        }

        private static let relay = ["relay", "--exec", "true", "--for", "100ms", "--anchor-file"]

        @Test func `anchor and lock are their owner's alone, and a link is not followed`() throws {
            let anchor = try place.write("", to: "anchor")
            let lock = try place.write("", to: "anchor.lock")
            #expect(chmod(anchor, 0o644) == 0 && chmod(lock, 0o644) == 0)
            #expect(try place.client(Self.relay + [anchor]).end == .exited(0))
            #expect(try FileStatus.of(anchor)?.permissions == 0o600)
            #expect(try FileStatus.of(lock)?.permissions == 0o600)
            #expect(try place.client(Self.relay + [place.path("new")]).end == .exited(0))
            #expect(try FileStatus.of(place.path("new.lock"))?.permissions == 0o600)

            try #require(unlink(lock) == 0 && symlink(place.path("made"), lock) == 0)
            let outcome = try place.client(Self.relay + [anchor])
            #expect(outcome.end == .exited(73))
            #expect(outcome.errors.contains("\(lock) is a symbolic link"), "\(outcome.errors)")
            #expect(try FileStatus.of(place.path("made")) == nil)
        }

        @Test func `a relay does not wait for ever for a lock, and says who holds it`() throws {
            let lock = try place.write("", to: "anchor.lock")
            let holder = open(lock, O_RDONLY | O_CLOEXEC)
            try #require(holder >= 0 && flock(holder, LOCK_EX) == 0)
            let command = ["relay", "--exec", "true", "--anchor-file", place.path("anchor")]
            let outcome = try place.client(command)
            close(holder)
            #expect(outcome.end == .exited(75), "\(outcome.errors)")
            #expect(outcome.errors.contains("(process \(getpid())); end that"), "\(outcome.errors)")
        }

        @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
        func `an export that a signal ends leaves no draft`(signal: Int32) throws {
            let folder = place.path("out")
            let export = try place.start(
                Programs.client,
                ["export", "--seed", "42", "--sessions", "5000", "--format", "ndjson"]
                    + ["--out", folder])
            while try FileStatus.of(folder) == nil || Directory.names(in: folder).isEmpty {}
            export.signal(signal)
            #expect(try export.waitForEnd().end == .exited(128 + signal))
            #expect(try Directory.names(in: folder).allSatisfy { $0.hasSuffix(".ndjson") })
        }

        @Test func `who may have no other connection is told so, and to come back`() throws {
            let settings = try place.write("{limits: {clients: 1}}", to: "runwayd.json5")
            let daemon = try place.startDaemon(["--config", settings])
            let peer = try Peer(place.socket)
            for command in ["status", "sessions"] {
                let outcome = try place.client([command])
                #expect(outcome.end == .exited(75), "\(outcome.errors)")
                #expect(outcome.errors.contains("connected already"), "\(outcome.errors)")
            }
            withExtendedLifetime((daemon, peer)) {}
        }
    }
}
