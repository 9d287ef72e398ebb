import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// Whatever bytes a peer sends, it gets one error for each line, and nobody else notices.
    @Suite struct HostileBytesTests {
        private static let garbage: [(line: [UInt8], code: String)] =
            [
                ("", "bad_json"), ("   ", "bad_json"), ("GET / HTTP/1.1", "bad_json"),
                ("[1]", "bad_json"), ("null", "bad_json"), (#""text""#, "bad_json"),
                (#"{"op":"status""#, "bad_json"), (#"{"op":"status",}"#, "bad_json"),
                (#"{"op":"status"}{"op":"status"}"#, "bad_json"),
                (#"{"op":"status","op":"quit"}"#, "bad_json"),
                (#"{"id":NaN,"op":"status"}"#, "bad_json"),
                (#"{"id":1e999,"op":"status"}"#, "bad_json"), (#"{"op":"\ud800"}"#, "bad_json"),
                (String(repeating: #"{"a":"#, count: 3000), "bad_json"), ("\0\0\0", "bad_json"),
                ("{\"op\":\"a\0\"}", "bad_json"),
                (#"{"op":"# + String(repeating: "[", count: 1000), "bad_json"),
                (#"{"op":"subscribe","kinds":7}"#, "bad_field"),
                ("{}", "bad_field"), (#"{"op":null}"#, "bad_field"), (#"{"op":7}"#, "bad_field"),
                (#"{"op":"reboot"}"#, "unknown_op"),
                (#"{"op":"unsubscribe","sub":"none"}"#, "unknown_sub"),
                (#"{"op":"subscribe","window":"banana"}"#, "bad_window"),
                (#"{"op":"subscribe","every":"-1s"}"#, "bad_every"),
                (#"{"op":"subscribe","metrics":["mood"]}"#, "unknown_metric"),
                (#"{"op":"subscribe","stats":["sum"]}"#, "bad_statistic"),
                (#"{"op":"subscribe","select":{"session":"s999999.0"}}"#, "unknown_session"),
                (#"{"op":"subscribe","after":"a1junk"}"#, "anchor_invalid"),
                (#"{"op":"sessions","limit":0}"#, "bad_field"),
                (String(repeating: "x", count: 100_000), "line_too_long"),
            ].map { (Array($0.utf8), $1) } + [
                ([0xFF, 0xFE, 0x00, 0x80], "bad_json"),
                (Array(#"{"op":""#.utf8) + [0xC0, 0xAF, 0x22, 0x7D], "bad_json"),
            ]

        @Test func `is answered line by line while others are served`() throws {
            let place = try Place()
            let daemon = try place.startDaemon(["--seed", "42", "--speed", "100"])
            let calm = try Peer(place.socket)
            try calm.say(#"{"op":"subscribe","select":{"session":"s0"},"after":"start"}"#)
            var served = try calm.data(1)
            let hostile = try Peer(place.socket)
            for (line, code) in Self.garbage {
                let shown = String(decoding: line.prefix(60), as: UTF8.self)
                try hostile.say(line + Array("\nstatus\n".utf8))
                let answers = [try hostile.nextLine(), try hostile.nextLine()]
                #expect(answers.map(\.type) == ["error", "status"], "\(shown)")
                #expect(answers[0].word("code") == code, "\(shown): \(answers[0].text)")
                let isPlaced = ["line", "column"].allSatisfy { answers[0].number(of: $0) != nil }
                #expect(code != "bad_json" || isPlaced, "\(shown): \(answers[0].text)")
                served += try calm.data(1)
            }
            let numbers = served.compactMap(\.number)
            #expect(numbers == Array(1...Self.garbage.count + 1))
            daemon.signal(SIGTERM)
            let outcome = try daemon.waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
        }

        /// A megabyte without a newline, as often as the daemon takes it.
        private func sayEndlessly(_ peer: Peer) {
            let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
            for _ in 0..<64 {
                do { try peer.say(megabyte) } catch { return }
            }
            Issue.record("a line without end is listened to for ever")
        }

        @Test func `a line without end, and a second one too long, end the connection`() throws {
            let place = try Place()
            let daemon = try place.startDaemon()
            let endless = try Peer(place.socket)
            sayEndlessly(endless)
            #expect(
                [try endless.nextLine().type, try endless.nextLine().type] == ["error", "bye"])
            let peer = try Peer(place.socket)
            try peer.say(String(repeating: "x", count: 1 << 20))
            #expect(try peer.nextLine().word("code") == "line_too_long")
            // The daemon may end the connection before it has read the line: it does not read on.
            try? peer.say(String(repeating: "x", count: 1 << 20))
            #expect(try peer.nextLine().word("code") == "line_too_long")
            #expect(try peer.nextLine().type == "bye")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `peers that hang up in mid-line are forgotten`() throws {
            let place = try Place()
            let daemon = try place.startDaemon()
            for length in [0, 1, 1000, 20_000] {
                let rude = try Peer(place.socket)
                try rude.say(Array(repeating: UInt8(ascii: "{"), count: length))
            }
            let peer = try Peer(place.socket)
            try peer.say("status")
            #expect(try peer.nextLine().type == "status")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }
    }
}
