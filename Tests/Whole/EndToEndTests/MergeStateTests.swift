import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// State folders of shards that become those of others.
    @Suite struct MergeStateTests {
        private let place: Place
        private let fleet = ["--seed", "5", "--epoch", "2026-03-01T00:00:00Z", "--sessions", "8"]

        init() throws { place = try Place() }

        private func shard(_ shard: String, _ folder: String) -> [String] {
            ["--shard", shard, "--state", place.path(folder)] + fleet
        }

        private func merge(_ arguments: [String], _ folders: [String]) throws -> Program.Outcome {
            try place.start(
                Programs.daemon,
                arguments + folders.flatMap { ["--merge-state", place.path($0)] }
            ).waitForEnd()
        }

        private func say(_ request: String) throws -> Line {
            let peer = try Peer(place.socket)
            try peer.say(request)
            return try peer.next(["ok", "error", "session"])
        }

        /// Has a daemon of a shard take commands, and leaves it running.
        private func fly(_ name: String, _ folder: String, _ requests: [String]) throws -> Program {
            let daemon = try place.startDaemon(shard(name, folder))
            for request in requests {
                let answer = try say(request)
                #expect(answer.type == "ok", "\(request): \(answer.text)")
            }
            return daemon
        }

        private func end(_ daemon: Program) throws {
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `a whole fleet goes on with what its shards were commanded`() throws {
            try end(
                try fly(
                    "0/2", "0-2",
                    [
                        #"{"op":"start","plan":"tempo"}"#,
                        #"{"op":"add","session":"s2","metric":"body_mass_kg","value":71.3,"#
                            + #""at":"2026-03-01T06:40:00Z"}"#,
                    ]))
            try end(try fly("1/2", "1-2", [#"{"op":"start"}"#]))
            let made = try merge(shard("0/1", "whole"), ["0-2", "1-2"])
            #expect(made.end == .exited(0), "\(made.errors)")
            #expect(
                made.output.contains(
                    "\(place.path("whole")) holds shard 0/1 of fleet ")
                    && made.output.contains(
                        ": 2 commands and 1 entry by hand on its lanes, of 2 folders."),
                "\(made.output)")
            let daemon = try place.startDaemon(shard("0/1", "whole"))
            try daemon.waitForErrors(containing: "3 commands")
            for (session, code) in [
                ("s600000", ""), ("s600001", ""), ("s600002", "unknown_session"),
            ] {
                let answer = try say(#"{"op":"stop","session":"\#(session)"}"#)
                #expect(answer.text.contains("\"code\":\"\(code)\"") == !code.isEmpty)
            }
            // No name is given twice.
            #expect(try say(#"{"op":"start"}"#).text.contains("s600002.0"))
            try end(daemon)
        }

        @Test func `what cannot be merged is refused, and changes nothing`() throws {
            let daemon = try fly("0/2", "0-2", [#"{"op":"start"}"#])
            let running = try merge(shard("0/4", "new"), ["0-2"])
            #expect(running.end == .exited(75), "\(running.errors)")
            #expect(running.errors.contains("another daemon, process \(daemon.id), keeps its"))
            try end(daemon)
            for (arguments, folders, code, reason) in [
                (shard("0/1", "new"), ["0-2"], 66, "shard 0/1 has lanes of shard 1/2"),
                (shard("0/4", "new"), ["none"], 66, "none holds no fleet; name the folder"),
                (shard("0/4", "new"), ["0-2", "0-2"], 2, "0-2 is named twice with --merge-state"),
                (shard("0/2", "0-2"), ["0-2"], 2, "0-2 holds a fleet; name a new folder"),
                (fleet, ["0-2"], 2, "--merge-state has no folder to make; name a new one"),
                (
                    shard("0/4", "new") + ["--check-config"], ["0-2"], 2,
                    "--check-config and --merge-state do not go together"
                ),
            ] {
                let refused = try merge(arguments, folders)
                #expect(refused.end == .exited(Int32(code)), "\(refused.errors)")
                #expect(refused.errors.contains(reason), "\(refused.errors)")
            }
            for name in ["none", "new"] {
                #expect(try FileStatus.of(place.path(name)) == nil, "\(name) was made")
            }
            let made = try merge(shard("0/4", "new"), ["0-2"])
            #expect(made.end == .exited(0), "\(made.errors)")
        }
    }
}
