import TestSupport
import Testing
import Vocabulary

@testable import ChannelPipeline

@Suite struct RestingPlacesTests {
    @Test func `a place that comes and goes with one instant takes no more memory each time`() {
        var resting = RestingPlaces()
        for _ in 0..<5000 {
            resting.insert(3, until: FleetInstant(ticks: 7))
            resting.remove(3)
            #expect(resting.wakeCount <= 66)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `places wake in the order of their instants, whatever else comes and goes`(
        seed: UInt64
    ) {
        var dice = Dice(seed: seed)
        var resting = RestingPlaces()
        var model: [PlaceID: Int64?] = [:]
        var now: Int64 = 0
        for _ in 0..<3000 {
            let place = PlaceID(row: Int(dice.within(0...60)))
            switch dice.within(0...3) {
            case 0, 1:
                let instant = dice.chance(10) ? nil : now + dice.within(1...400)
                resting.insert(place, until: instant.map { FleetInstant(ticks: $0) })
                model[place] = .some(instant)
            case 2:
                #expect(resting.remove(place) == (model.removeValue(forKey: place) != nil))
            default:
                now += dice.within(0...60)
                var woken: [PlaceID: Int64] = [:]
                while let (place, instant) = resting.removeFirst(upTo: FleetInstant(ticks: now)) {
                    #expect(instant.ticks >= woken.values.max() ?? .min)
                    woken[place] = instant.ticks
                }
                let due = model.filter { $0.value.map { $0 <= now } ?? false }
                #expect(woken == due.compactMapValues { $0 })
                for place in due.keys { model[place] = nil }
            }
            #expect(resting.count == model.count)
            #expect(resting.wakeCount <= 2 * resting.count + 64)
            #expect(resting.contains(place) == (model[place] != nil))
            let first = model.values.compactMap { $0 }.min()
            if let first { #expect((resting.next?.ticks ?? .max) <= first) }
        }
    }
}
