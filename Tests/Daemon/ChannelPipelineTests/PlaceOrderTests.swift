import TestSupport
import Testing
import Vocabulary

@testable import ChannelPipeline

@Suite struct PlaceOrderTests {
    private struct Entry {
        var lane: LaneID
        var place: PlaceID
        var start: FleetInstant
        var isRecorded: Bool { lane < 3 }
    }

    @Test(arguments: 141...148 as ClosedRange<UInt64>)
    func `after any insertions and removals, places come by lane and by slot`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let period = FleetDuration(ticks: dice.pick([1, 2, 5, 50]))
        var order = PlaceOrder(period: period)
        var entries: [Entry] = []
        for _ in 0..<300 {
            let lane = LaneID(index: Int(dice.within(0...40)))
            if let index = entries.firstIndex(where: { $0.lane == lane }) {
                let entry = entries.remove(at: index)
                // Later laps begin in the same slot.
                let start = entry.start + period * dice.within(0...9)
                order.remove(entry.place, lane: lane, start: start)
            } else {
                let taken = Set(entries.map(\.place))
                let free = (0..<50).map(PlaceID.init(row:)).filter { !taken.contains($0) }
                let entry = Entry(
                    lane: lane, place: dice.pick(free),
                    start: FleetInstant(ticks: dice.within(1000...1999)))
                entries.append(entry)
                order.insert(
                    entry.place, lane: lane, start: entry.start, isRecorded: entry.isRecorded)
            }
            check(order, entries.sorted { $0.lane < $1.lane }, period, "seed \(seed)")
        }
    }

    @Test func `thousands that come in another order than theirs are found and in order`() {
        var order = PlaceOrder()
        let lanes = (0..<3000).map { LaneID(index: $0 * 1009 % 3000) }
        for (row, lane) in lanes.enumerated() {
            order.insert(
                PlaceID(row: row), lane: lane,
                start: FleetInstant(ticks: Int64(lane.index)), isRecorded: false)
            #expect(order.place(of: lane)?.row == row)
            #expect(order.place(of: lanes[row / 2])?.row == row / 2)
            #expect(order.place(of: 3000) == nil)
        }
        #expect(order.all.map { lanes[$0.row] } == Array(0..<3000))
    }

    private func check(
        _ order: PlaceOrder, _ entries: [Entry], _ period: FleetDuration, _ context: String
    ) {
        // Of a copy: the newest stay apart.
        var all = order
        #expect(all.all == entries.map(\.place), "\(context)")
        #expect(order.count == entries.count, "\(context)")
        for entry in entries {
            #expect(order.contains { $0 == entry.place }, "\(context)")
        }
        #expect(!order.contains { $0 == 50 })
        let recorded = entries.filter(\.isRecorded).map(\.place)
        #expect(order.recorded == recorded, "\(context)")
        for slot in 0..<period.ticks {
            let due = entries.filter { !$0.isRecorded && $0.start.ticks % period.ticks == slot }
            let instant = FleetInstant(ticks: 5000 * period.ticks + slot)
            for lane in [nil, 3, 20, 40] as [LaneID?] {
                let left = due.filter { entry in lane.map { entry.lane > $0 } ?? true }
                let found = Array(order.due(at: instant, after: lane))
                #expect(found == left.map(\.place), "\(context)")
            }
        }
        for offset in 0..<period.ticks {
            let instant = FleetInstant(ticks: 7000 * period.ticks + offset)
            let next = (1...period.ticks).first { ticks in
                entries.contains { ($0.start.ticks - offset - ticks) % period.ticks == 0 }
            }
            let ticks = recorded.isEmpty ? next : 1
            let due = ticks.map { instant + FleetDuration(ticks: $0) }
            #expect(order.nextDue(after: instant) == due, "\(context)")
        }
        for span in [1, 2, 5].map({ FleetDuration(ticks: $0) }) {
            let instants = entries.flatMap { [$0.start, $0.start + period] }
            let keeps = instants.allSatisfy { $0.ticks % span.ticks == 0 } && recorded.isEmpty
            #expect(order.keepsTo(span) == keeps, "\(context)")
        }
        for lane: LaneID in 0...41 {
            let place = entries.first { $0.lane == lane }?.place
            #expect(order.place(of: lane) == place, "\(context)")
        }
    }
}
