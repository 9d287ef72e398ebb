import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

extension EndToEnd {
    /// A daemon that reads its configuration again.
    @Suite struct ReloadTests {
        private let place: Place

        init() throws { place = try Place() }

        private static func text(_ access: String, _ rest: String = "") -> String {
            "{ sessions: 2, seed: 7,\(rest)\n  access: [{daemon: true, \(access)}] }"
        }

        @Test func `without a file there is nothing to read again: the daemon ends with 129`()
            throws
        {
            let daemon = try place.startDaemon()
            let peer = try Peer(place.socket)
            daemon.signal(SIGHUP)
            while try peer.nextLine().type != "bye" {}
            #expect(try daemon.waitForEnd().end == .exited(129))
        }

        @Test func `under nohup a daemon without a file goes on`() throws {
            let daemon = try place.start(
                "/bin/sh",
                ["-c", "trap '' HUP; exec \(Programs.daemon) --socket \(place.socket) --seed 42"])
            try daemon.waitForErrors(containing: "listening on \(place.socket)")
            daemon.signal(SIGHUP)
            let peer = try Peer(place.socket)
            try peer.say("status")
            while try peer.nextLine().type != "status" {}
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `more sessions begin to fly, and fewer wait for the next start`() throws {
            let path = try place.write("{ sessions: 2, seed: 7 }", to: "x.json5")
            let daemon = try place.start(Programs.daemon, ["--config", path])
            try daemon.waitForErrors(containing: "listening on \(place.socket)")
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"subscribe","kinds":["event"]}"#)
            while try peer.nextLine().type != "live" {}
            _ = try place.write("{ sessions: 5, seed: 7 }", to: "x.json5")
            daemon.signal(SIGHUP)
            for lane in 2..<5 {
                let line = try peer.next(["snapshot", "event"])
                #expect(line.type == "snapshot" && line.text.contains(#""session":"s\#(lane)."#))
            }
            try daemon.waitForErrors(containing: "flying 5 sessions now")
            _ = try place.write("{ sessions: 3, seed: 7 }", to: "x.json5")
            daemon.signal(SIGHUP)
            try daemon.waitForErrors(containing: "started again: sessions")
            let most = "{ sessions: 100000, seed: 7, limits: { processor_percent: 1 } }"
            _ = try place.write(most, to: "x.json5")
            daemon.signal(SIGHUP)
            try daemon.waitForErrors(
                containing: "no more sessions begin to fly. It needs about ")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `rights that are taken away end a subscription, and a bad file changes nothing`()
            throws
        {
            let all = #"read: "*", kinds: "*", observe: true"#
            let path = try place.write(Self.text(all), to: "x.json5")
            let daemon = try place.start(Programs.daemon, ["--config", path])
            try daemon.waitForErrors(containing: "listening on \(place.socket)")
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"subscribe","sub":"speed","metrics":["speed_mps"]}"#)
            while try peer.nextLine().type != "live" {}

            _ = try place.write("{ access: 3 }", to: "x.json5")
            daemon.signal(SIGHUP)
            try daemon.waitForErrors(containing: "the configuration stays as it was: \(path):1:11:")
            try peer.say("status")
            while try peer.nextLine().type != "status" {}

            let less = #"read: ["heart_rate_bpm"], observe: true"#
            _ = try place.write(Self.text(less, "rate_hz: 5,"), to: "x.json5")
            let before = MonotonicClock.now
            daemon.signal(SIGHUP)
            while true {
                let line = try peer.nextLine()
                guard line.type == "ended" else { continue }
                #expect(line.text.contains(#""sub":"speed","code":"sharing_denied""#))
                break
            }
            #expect(MonotonicClock.now - before < .seconds(5))
            try daemon.waitForErrors(containing: "started again: rate_hz")
            try peer.say("status")
            let status = try peer.nextLine()
            #expect(status.text.contains(#""settings_of_next_start":["rate_hz"]"#))
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }
    }
}
