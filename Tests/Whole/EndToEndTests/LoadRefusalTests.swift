import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// `runway load` against a daemon that wants nobody, or hangs up.
    @Suite struct LoadRefusalTests {
        private let place: Place

        init() throws { place = try Place() }

        private static let greeting =
            #"{"type":"hello","proto":"1.0","server":"x 1","identity":"8nnnm0ae","seed":42,"#
            + #""sessions":2,"beat_s":5,"limits":{"clients":100}}"# + "\n"
        private static let status = #"{"type":"status","clock_us":1,"cpu_s":0.1}"# + "\n"

        /// Starts a load test whose control connection is answered.
        private func start(
            _ daemon: borrowing MuteDaemon, _ more: [String] = []
        ) throws -> (load: Program, control: Descriptor.Held) {
            let load = try place.start(
                Programs.client, ["load", "--subscribers", "1", "--quiet"] + more)
            let control = try daemon.accept(saying: Self.greeting + Self.status)
            return (load, Descriptor.Held(control))
        }

        @Test(arguments: [
            (
                #"{"type":"error","code":"no_room","reason":"It is full.","suggestion":"Wait."}"#,
                69, "refused the first subscriber: It is full. Wait."
            ),
            (
                #"{"type":"error","code":"unknown_session","reason":"There is none."}"#, 65,
                "refused the first subscriber: There is none."
            ),
        ])
        func `the daemon's reason is told`(error: String, code: Int32, told: String) throws {
            let daemon = try MuteDaemon(place.socket)
            let (load, control) = try start(daemon)
            let peer = try daemon.accept(saying: Self.greeting + error + "\n")
            let outcome = try load.waitForEnd()
            #expect(outcome.end == .exited(code), "\(outcome.errors)")
            #expect(outcome.errors.contains(told), "\(outcome.errors)")
            withExtendedLifetime(control) {}
            #expect(peer.raw >= 0)
        }

        @Test func `a daemon that was stopped before is named, and no verdict given`() throws {
            let daemon = try place.startDaemon()
            daemon.signal(SIGSTOP)
            let outcome = try place.client(["load", "--subscribers", "20", "--for", "1s"])
            #expect(outcome.end == .exited(69), "\(outcome.errors)")
            #expect(outcome.errors.contains("the daemon does not greet; it may be stopped"))
            #expect(!(outcome.output + outcome.errors).contains("PASS"))
            daemon.signal(SIGCONT)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `one that is stopped before the first subscriber comes is waited for a while`()
            throws
        {
            let daemon = try MuteDaemon(place.socket)
            let (load, control) = try start(daemon, ["--for", "1s", "--warm-up", "0s"])
            let outcome = try load.waitForEnd()
            #expect(outcome.end == .exited(69), "\(outcome.errors)")
            #expect(outcome.errors.contains("no subscriber is connected for 10 s"))
            #expect(!(outcome.output + outcome.errors).contains("PASS"))
            withExtendedLifetime(control) {}
        }

        @Test func `who is hung up on comes back`() throws {
            let daemon = try MuteDaemon(place.socket)
            let (load, control) = try start(daemon)
            do { _ = try daemon.accept(saying: Self.greeting) }
            let peer = try daemon.accept(saying: Self.greeting)
            load.signal(SIGTERM)
            let outcome = try load.waitForEnd()
            #expect(outcome.end == .exited(143), "\(outcome.errors)")
            withExtendedLifetime(control) {}
            #expect(peer.raw >= 0)
        }
    }
}

extension Descriptor {
    /// A descriptor that stays open as long as this value lives.
    fileprivate final class Held {
        private let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }
}
