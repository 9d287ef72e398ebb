import Glibc
import LinuxIO
import PlainText
import Testing
import WireProtocol

extension EndToEnd {
    /// An honest daemon with a recording whose name and cells were made to move a cursor.
    @Suite struct HostileNamesTests {
        private static let header =
            "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        private static let name = "run\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\u{7F}.csv"

        private let place: Place

        init() throws { place = try Place() }

        /// Expects text without anything but plain characters and newlines.
        private func expectPlain(_ text: String, _ what: String) {
            let scalars = text.unicodeScalars
            #expect(!text.isEmpty, "\(what)")
            #expect(scalars.allSatisfy { $0.isPlain || $0 == "\n" }, "\(what): \(text.plain)")
        }

        private func startDaemon(_ flags: [String] = []) throws -> Program {
            let rows = (0..<60).map { "\($0),15\($0 % 10),2.5,160,0.9,240\n" }.joined()
            let path = try place.write(Self.header + rows, to: Self.name)
            return try place.startDaemon(
                ["--sessions", "0", "--replay", path, "--speed", "10"] + flags)
        }

        @Test(arguments: [
            ["sessions"], ["status"], ["describe"], ["metrics"], ["tail", "-n", "20"],
            ["tail", "-n", "20", "--color", "never", "--kinds", "sample,phase,event"],
        ])
        func `a recording's name is shown and does nothing`(command: [String]) throws {
            let daemon = try startDaemon()
            let outcome = try place.client(command)
            #expect(outcome.end == .exited(0), "\(outcome.errors.plain)")
            expectPlain(outcome.output, command[0])
            if command == ["sessions"] {
                #expect(outcome.output.contains(Self.name.plain), "\(outcome.output.plain)")
            }
            daemon.signal(SIGTERM)
            expectPlain(try daemon.waitForEnd().errors, "the log")
        }

        @Test func `a pipe gets the daemon's bytes`() throws {
            let daemon = try startDaemon()
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"describe"}"#)
            let line = try peer.nextLine().text
            let outcome = try place.client(["describe", "--json"])
            #expect(outcome.output == line + "\n")
            let sessions = try place.client(["sessions", "--json"]).output
            #expect(sessions.unicodeScalars.contains("\u{202E}"), "the wire has it raw")
            daemon.signal(SIGTERM)
        }

        @Test(arguments: ["status", "sessions"])
        func `a cell that is quoted in an error does nothing`(kind: String) throws {
            let cell = "1\u{1B}[2J\u{9D}0;x\u{9C}\u{2067}"
            let path = try place.write(
                Self.header + "0,150,2.5,,,\n1,\(cell),2.5,,,\n", to: "x.csv")
            let outcome = try place.start(
                Programs.daemon, ["--socket", place.socket, "--replay", path]
            ).waitForEnd()
            #expect(outcome.end == .exited(66))
            expectPlain(outcome.errors, "the error")
            #expect(outcome.errors.contains(cell.plain))
            #expect(outcome.errors.count { $0 == "\n" } == 1)
        }

        @Test func `a peer that calls itself so is logged in plain text`() throws {
            let daemon = try startDaemon(["--log-level", "debug"])
            let peer = try Peer(place.socket)
            try peer.say("{\"op\":\"client\",\"name\":\"a\\u001b[2J\\u202e\u{9B}31m\"}")
            #expect(try peer.nextLine().type == "error")
            try peer.say(#"{"op":"pause","session":"s\u001b[31m"}"#)
            #expect(try peer.nextLine().type == "error")
            daemon.signal(SIGTERM)
            expectPlain(try daemon.waitForEnd().errors, "the log")
        }

        @Test(arguments: [["tail", "--session"], ["pause"], ["--"], ["tail", "--color"]])
        func `a word of the command line is told in plain text`(words: [String]) throws {
            let outcome = try place.client(words + ["s\u{1B}[31m\u{85}\u{202E}"])
            #expect(outcome.end == .exited(2))
            expectPlain(outcome.errors, words[0])
            #expect(outcome.errors.count { $0 == "\n" } == 1)
        }

        @Test(arguments: ["status", "sessions", "describe", "metrics", "pause", "start", "tail"])
        func `what a stranger says in place of a daemon is told in plain text`(
            command: String
        ) throws {
            let daemon = try MuteDaemon(place.socket)
            let arguments = command == "pause" ? [command, "s0"] : [command]
            let client = try place.start(
                Programs.client, arguments + (command == "tail" ? ["--no-reconnect"] : []))
            let hello = #"{"type":"hello","proto":"1.0","seed":1,"sessions":1}"#
            let error =
                "{\"type\":\"error\",\"code\":\"x\",\"description\":\"\u{9B}2J\","
                + "\"reason\":\"\\u001b[2J\u{202E}\\n\",\"suggestion\":\"\u{7F}\"}"
            let peer = try daemon.accept(saying: "\(hello)\n\(error)\n")
            let outcome = try client.waitForEnd()
            #expect(outcome.end == .exited(65), "\(outcome.errors.plain)")
            expectPlain(outcome.errors, command)
            #expect(outcome.errors.count { $0 == "\n" } == 1)
            try peer.close()
        }
    }
}
