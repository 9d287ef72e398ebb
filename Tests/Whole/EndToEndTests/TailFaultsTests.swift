import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// `runway tail` and what goes wrong around it.
    @Suite struct TailFaultsTests {
        private let place: Place

        init() throws { place = try Place() }

        private func tail(_ flags: String...) throws -> Program {
            try place.start(
                Programs.client,
                ["tail", "--json", "--anchor-file", place.path("anchor")] + flags)
        }

        private func end(_ daemon: Program, by signal: Int32 = SIGTERM) throws {
            daemon.signal(signal)
            _ = try daemon.waitForEnd()
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `a signal ends it while a daemon does not greet, and nothing is said`(
            signal: Int32
        ) throws {
            let mute = try MuteDaemon(place.socket)
            let waiting = try tail()
            let peer = try mute.accept()
            waiting.signal(signal)
            let outcome = try waiting.waitForEnd()
            #expect(outcome.end == .exited(128 + signal))
            #expect(outcome.errors.isEmpty)
            try peer.close()
        }

        @Test func `nothing is printed before a refusal`() throws {
            let daemon = try place.startDaemon()
            for flags in [["--session", "s99999"], ["--since", "2666-01-01T00:00:00Z"]] {
                let tail = try place.start(Programs.client, ["tail"] + flags)
                let outcome = try tail.waitForEnd()
                #expect(outcome.end == .exited(65))
                #expect(outcome.output.isEmpty, "\(outcome.output)")
                #expect(outcome.errors.hasPrefix("runway tail: \(flags[0]): "), "\(outcome.errors)")
            }
            try end(daemon)
        }

        @Test func `its time runs while a daemon does not greet`() throws {
            let mute = try MuteDaemon(place.socket)
            let waiting = try tail("--for", "100ms")
            let peer = try mute.accept()
            let outcome = try waiting.waitForEnd()
            #expect(outcome.end == .exited(0))
            #expect(outcome.errors.isEmpty)
            try peer.close()
        }

        @Test func `a signal ends it while the next daemon does not greet`() throws {
            let daemon = try place.startDaemon()
            let tail = try tail()
            try tail.waitForLine()
            try end(daemon)
            let mute = try MuteDaemon(place.socket)
            let peer = try mute.accept()
            tail.signal(SIGINT)
            let outcome = try tail.waitForEnd()
            #expect(outcome.end == .exited(130))
            #expect(!outcome.errors.contains("greet"), "\(outcome.errors)")
            try peer.close()
        }

        @Test func `a daemon that beats no more is lost, and left for another`() throws {
            let mute = try MuteDaemon(place.socket)
            let tail = try tail()
            let hello = #"{"type":"hello","proto":"1.0","beat_s":1}"# + "\n"
            let peer = try mute.accept(saying: hello)
            try tail.waitForErrors(
                containing: "the daemon is silent: 3 beats did not come; trying to connect again\n")
            let next = try mute.accept(saying: hello)
            tail.signal(SIGINT)
            #expect(try tail.waitForEnd().end == .exited(130))
            try peer.close()
            try next.close()
        }

        @Test func `an anchor that lies ahead is waited for, by who begins and who comes back`()
            throws
        {
            let fleet = ["--seed", "42", "--sessions", "2", "--speed", "60"]
            let flags = fleet + ["--epoch", "2026-03-01T00:00:00Z"]
            let first = try place.startDaemon(flags)
            let running = try tail("-n", "150")
            while running.lines.count < 100 { try running.waitForLine() }
            try end(first, by: SIGKILL)
            try running.waitForErrors(containing: "; trying to connect again\n")
            let anchor = try #require(running.lines.last { $0.anchor != nil }?.anchor)
            let second = try place.startDaemon(flags)
            let single = try place.client(["tail", "--from", anchor, "--no-reconnect"])
            #expect(single.end == .exited(74))
            #expect(single.errors.hasSuffix("; go on with --from \(anchor)\n"))
            let beginning = try place.client(["tail", "--json", "--from", anchor, "-n", "9"])
            for outcome in [beginning, try running.waitForEnd()] {
                #expect(outcome.end == .exited(0), "\(outcome.errors)")
                let notices = outcome.errors.split(separator: "\n")
                #expect(
                    notices.count { $0.contains("The anchor lies ahead of the fleet's present") }
                        == 1, "\(outcome.errors)")
                #expect(notices.last == "runway tail: the link is back")
            }
            try end(second)
        }

        @Test func `without a daemon it leaves nothing behind`() throws {
            let outcome = try place.client(["tail", "--anchor-file", place.path("anchor")])
            #expect(outcome.end == .exited(69))
            #expect(rmdir(place.path) == 0 && mkdir(place.path, 0o700) == 0, "\(place.path)")
        }

        @Test func `two never keep one anchor file`() throws {
            let daemon = try place.startDaemon()
            let first = try tail()
            try first.waitForLine()
            let outcome = try tail().waitForEnd()
            #expect(outcome.end == .exited(75))
            #expect(
                outcome.errors == "runway tail: \(place.path("anchor")) is kept by runway "
                    + "(process \(first.id)); name another file with --anchor-file\n")
            first.signal(SIGKILL)
            _ = try first.waitForEnd()
            #expect(try tail("-n", "1").waitForEnd().end == .exited(0))
            try end(daemon)
        }

        @Test func `who could not keep the anchor is told how to go on all the same`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--speed", "10"])
            try Directory.create(place.path("in"))
            let tail = try place.start(
                Programs.client, ["tail", "--json", "--anchor-file", place.path("in/anchor")])
            try tail.waitForOutput(containing: #""type":"stat""#)
            rename(place.path("in"), place.path("out"))
            try tail.waitForErrors(containing: "cannot keep the anchor, which is tried again: ")
            tail.signal(SIGINT)
            let outcome = try tail.waitForEnd()
            #expect(outcome.end == .exited(130))
            let anchor = try #require(tail.lines.last { $0.anchor != nil }?.anchor)
            #expect(
                outcome.errors.hasSuffix(
                    "the file does not hold the last anchor; go on with --from \(anchor)\n"),
                "\(outcome.errors)")
            try end(daemon)
        }

        @Test func `half a line in the file that it appends to stays alone`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--sessions", "20"])
            let first = try tail("-n", "5").waitForEnd()
            let torn = String(first.output.dropLast(17))
            let output = try place.write(torn, to: "out")
            let command =
                "exec '\(Programs.client)' tail --json --anchor-file '\(place.path("anchor"))' "
                + "-n 5 >> '\(output)'"
            let next = try Program(
                "/bin/sh", ["-c", command], environment: ["RUNWAY_SOCKET": place.socket]
            ).waitForEnd()
            #expect(next.end == .exited(0), "\(next.errors)")
            #expect(
                next.errors == "runway tail: the output file ends within a line, which is ended "
                    + "with a newline\n")
            let content = try place.read("out")
            #expect(content.hasPrefix(torn + "\n{\"type\":\"snapshot\""))
            let whole = Line.all(in: content).filter { $0.value != nil }
            #expect(whole.count == content.split(separator: "\n").count - 1)
            try end(daemon)
        }
    }
}
