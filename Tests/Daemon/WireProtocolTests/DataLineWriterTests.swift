import TestSupport
import Testing
import Vocabulary

@testable import WireProtocol

@Suite struct DataLineWriterTests {
    private static let instant = FleetInstant(ticks: 50 * 1_767_225_600)
    private static let identity = IdentityHash(bits: 0x12_3456_789A)

    private static func position(_ ticks: Int64, lane: LaneID) -> StreamPosition {
        StreamPosition(instant + FleetDuration(ticks: ticks), lane: lane, .stat)
    }

    private static func clock(tickBegan: MonotonicInstant?) -> LineClock {
        LineClock(
            schedule: ScheduleClock(
                fleetOrigin: instant, monotonicOrigin: 5_000_000, speed: .realTime),
            tickBegan: tickBegan)
    }

    /// A line of a writer that has written no other.
    private static func line(at position: StreamPosition, _ clock: LineClock?) -> String {
        var writer = DataLineWriter(identity: identity)
        writer.clock = clock
        append(to: &writer, at: position)
        return writer.block.bytes.text
    }

    private static func append(to writer: inout DataLineWriter, at position: StreamPosition) {
        writer.begin("stat", SessionName(lane: position.lane, lap: 1), n: 12, at: position)
        writer.appendWord("phase", "climb")
        writer.end()
    }

    @Test func `what lines have in common is never that of another instant or clock`() {
        var writer = DataLineWriter(identity: Self.identity)
        var expected = ""
        let clocks = [nil, Self.clock(tickBegan: nil), Self.clock(tickBegan: 5_000_900)]
        for clock in clocks + clocks {
            writer.clock = clock
            for (ticks, lane) in [(0, 3), (0, 99_999), (1, 0), (0, 3)] as [(Int64, LaneID)] {
                let position = Self.position(ticks, lane: lane)
                Self.append(to: &writer, at: position)
                expected += Self.line(at: position, clock)
            }
        }
        #expect(writer.block.bytes.text == expected)
    }

    @Test func `the fields of a line come in their order, and its anchor is that of its position`()
    {
        let position = Self.position(7, lane: 3)
        let due = Self.clock(tickBegan: nil).due(position.instant)
        let anchor = Anchor(identity: Self.identity, position: position)
        #expect(due == 5_140_000)
        #expect(
            Self.line(at: position, Self.clock(tickBegan: 5_140_021)) == """
                {"type":"stat","session":"s3.1","n":12,"t":"2026-01-01T00:00:00.140000Z",\
                "due_us":5140000,"late_us":21,"anchor":"\(anchor)","phase":"climb"}

                """)
    }
}
