import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

@Suite struct SubscriptionTracksTests {
    private let identity = IdentityHash(bits: 5)

    private func line(_ position: UInt64, subscription number: Int? = 0) -> Outbox.Line {
        Outbox.Line(length: 1, subscription: number, position: StreamPosition(bits: position))
    }

    private func open(_ number: Int, _ name: String, _ tracks: inout SubscriptionTracks) {
        tracks.open(
            number, after: StreamPosition(bits: 10), prefix: Array("{\"sub\":\"\(name)\",".utf8),
            policy: .dropOldest)
    }

    private func gaps(_ tracks: inout SubscriptionTracks) throws -> [String] {
        var bytes: [UInt8] = []
        tracks.announceGaps(identity: identity, into: &bytes)
        return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            let gap = try JSONLine(line)
            #expect(gap.type == "gap")
            #expect(gap.reason == "slow_consumer")
            let (after, through) = (try position(gap.after), try position(gap.through))
            return "\(gap.sub ?? "") \(after)-\(through): \(gap.lines ?? 0)"
        }
    }

    private func position(_ anchor: String?) throws -> UInt64 {
        let anchor = try Anchor(parsing: try #require(anchor))
        #expect(anchor.identity == identity)
        return anchor.position.bits
    }

    @Test func `a gap reaches from the last line sent to the last line dropped`() throws {
        var tracks = SubscriptionTracks()
        open(0, "a", &tracks)
        tracks.sent(line(11))
        tracks.sent(line(12))
        tracks.dropped(line(14))
        tracks.dropped(line(19))
        #expect(tracks.hasGaps)
        #expect(try gaps(&tracks) == ["a 12-19: 2"])
        #expect(!tracks.hasGaps)
        #expect(try gaps(&tracks) == [])
    }

    @Test func `a gap before the first line begins where the subscription begins`() throws {
        var tracks = SubscriptionTracks()
        open(0, "a", &tracks)
        tracks.dropped(line(17))
        #expect(try gaps(&tracks) == ["a 10-17: 1"])
        tracks.dropped(line(18))
        #expect(try gaps(&tracks) == ["a 17-18: 1"])
    }

    @Test func `subscriptions do not mix`() throws {
        var tracks = SubscriptionTracks()
        open(2, "c", &tracks)
        open(0, "a", &tracks)
        [line(11, subscription: 0), line(11, subscription: 2), line(12, subscription: 0)].noteSent(
            in: &tracks)
        tracks.dropped(line(12, subscription: 2))
        tracks.dropped(line(13, subscription: 0))
        #expect(try gaps(&tracks) == ["a 12-13: 1", "c 11-12: 1"])
    }

    @Test func `control lines and ended subscriptions leave no trace`() throws {
        var tracks = SubscriptionTracks()
        open(0, "a", &tracks)
        open(1, "b", &tracks)
        tracks.close(1)
        tracks.sent(line(99, subscription: nil))
        tracks.dropped(line(99, subscription: nil))
        tracks.sent(line(99, subscription: 1))
        tracks.dropped(line(99, subscription: 1))
        #expect(!tracks.hasGaps)
        tracks.dropped(line(12))
        #expect(try gaps(&tracks) == ["a 10-12: 1"])
    }

    @Test func `a subscription number that is opened again has forgotten the subscription before`()
        throws
    {
        var tracks = SubscriptionTracks()
        open(0, "a", &tracks)
        tracks.sent(line(50))
        tracks.close(0)
        open(0, "b", &tracks)
        tracks.dropped(line(60))
        #expect(try gaps(&tracks) == ["b 10-60: 1"])
    }
}
