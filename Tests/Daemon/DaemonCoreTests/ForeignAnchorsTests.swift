import ChannelPipeline
import Configuration
import Simulation
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

@Suite struct ForeignAnchorsTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private static func fleet(
        seed: UInt64 = 42, rate: Int64 = 1, device: Equipment.Device = .mixed, pauses: Bool = true
    ) throws -> Fleet {
        Fleet(
            seed: seed, epoch: epoch, rate: try #require(SampleRate(hertz: rate)),
            simulatedLanes: 2, equipment: Equipment(device: device, hasPauseButton: pauses))
    }

    private static func refusal(
        of other: Fleet, _ beginnings: FleetBeginnings = FleetBeginnings()
    ) throws -> WireError {
        let anchor = Anchor(identity: other.identity, position: StreamPosition(after: epoch))
        return ForeignAnchors(try fleet(), beginnings).refusal(of: anchor)
    }

    @Test func `what is drawn at each start is named, and how it lasts`() throws {
        var beginnings = FleetBeginnings()
        beginnings.found = [.seed, .epoch]
        let error = try Self.refusal(of: try Self.fleet(seed: 7), beginnings)
        #expect(error.code == .anchorForeign)
        #expect(
            error.reason.hasSuffix(
                "The seed and epoch of this one are new at each start of its daemon: with "
                    + "--state DIR, runwayd keeps them, and anchors last."))
        beginnings.found = [.epoch]
        let reproducible = try Self.refusal(of: try Self.fleet(seed: 7), beginnings)
        #expect(reproducible.reason.contains("The epoch of this one is new at each start"))
    }

    @Test func `a setting in which a fleet of the same seed and epoch differs is named`() throws {
        let strap = try Self.refusal(of: try Self.fleet(device: .strap))
        #expect(
            strap.reason.hasSuffix(
                ", of the same seed and epoch: that one has device strap, not mixed."))
        let without = try Self.refusal(of: try Self.fleet(pauses: false))
        #expect(without.reason.hasSuffix(": that one has no pauses."))
        let both = try Self.refusal(of: try Self.fleet(rate: 5, device: .perfect))
        #expect(
            both.reason.hasSuffix(": that one has rate_hz 5, not 1, and device perfect, not mixed.")
        )
    }

    @Test func `of a fleet that is kept or given nothing more is known`() throws {
        var kept = FleetBeginnings()
        (kept.found, kept.isKept) = ([.seed, .epoch], true)
        for beginnings in [kept, FleetBeginnings()] {
            let error = try Self.refusal(of: try Self.fleet(seed: 7), beginnings)
            #expect(
                error.reason.hasSuffix(
                    ", with another seed, epoch or setting, or of another version."))
            #expect(error.suggestion.contains("state"))
        }
    }
}
