import Glibc
import TestSupport
import Testing
import Vocabulary
import WireProtocol

extension EndToEnd {
    /// Anchors with a right check sum that name any position: the daemon ends of none, but in good
    /// order where they take it to the end of fleet time, which only a fleet does that no clock
    /// paces and that keeps nothing.
    @Suite struct AnchorPositionTests {
        private static let positions = 50

        @Test(arguments: ["1", "max"], [false, true])
        func `fifty positions end no daemon`(speed: String, keepsState: Bool) throws {
            let place = try Place()
            let seed: UInt64 = 2_666
            var dice = SeededGenerator(seed: seed)
            let arguments =
                ["--seed", "42", "--epoch", "2026-11-20T06:00:00Z", "--speed", speed]
                + (keepsState ? ["--state", place.path("state")] : [])
            var daemon = try place.startDaemon(arguments)
            let identity = try identity(place)
            for number in 0..<Self.positions {
                let position = Self.position(&dice)
                // It may end while the next peer connects.
                if (try? answers(position, identity, place)) == true { continue }
                #expect(speed == "max" && !keepsState, "seed \(seed), \(number)")
                let outcome = try daemon.waitForEnd()
                #expect(
                    outcome.end == .exited(0), "seed \(seed), \(number): \(position.bits)")
                #expect(outcome.errors.contains("fleet time has come to its end"))
                daemon = try place.startDaemon(arguments)
            }
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        /// Half of all anywhere, half in the last three laps that positions can name.
        private static func position(_ dice: inout SeededGenerator) -> StreamPosition {
            guard dice.chance(50) else { return StreamPosition(bits: dice.next()) }
            let last = StreamPosition.instants.upperBound.ticks
            let ticks = last - Int64(dice.number(0...Int(3 * FleetDuration.lap.ticks)))
            return StreamPosition(bits: UInt64(ticks) << 24 | dice.next() >> 40)
        }

        /// Whether the daemon answers a subscription after a position, and then another request; if
        /// not, it has said goodbye.
        private func answers(
            _ position: StreamPosition, _ identity: IdentityHash, _ place: Place
        ) throws -> Bool {
            let peer = try Peer(place.socket)
            let anchor = Anchor(identity: identity, position: position)
            try peer.say(#"{"op":"subscribe","after":"\#(anchor)"}"#)
            let answer = try peer.next(["ok", "error"])
            if let code = answer.word("code") {
                #expect(["anchor_ahead", "anchor_expired"].contains(code))
            }
            try peer.say("help")
            return try peer.next(["help", "bye"]).type == "help"
        }

        /// What the anchors of the fleet carry; nobody follows it after that.
        private func identity(_ place: Place) throws -> IdentityHash {
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"subscribe"}"#)
            let anchor = try #require(try peer.next(["ok"]).anchor)
            try peer.say(#"{"op":"unsubscribe"}"#)
            _ = try peer.next(["ok"])
            return try Anchor(parsing: anchor).identity
        }
    }
}
