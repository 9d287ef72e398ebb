import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct RosterTests {
    private static func order(age: Int?) -> AthleteOrder {
        var order = AthleteOrder()
        order.age = age
        return order
    }

    private static let roster = Roster(
        orders: [order(age: 50), order(age: nil), order(age: 81)], names: ["Ada", nil, "Bo"],
        contentHash: "abc")

    @Test func `a list of orders is for the first lanes`() {
        let roster = Self.roster
        #expect(roster.count == 3 && !roster.isEmpty && roster.contentHash == "abc")
        #expect(roster[0]?.age == 50 && roster[1] == nil && roster[2]?.age == 81)
        #expect(roster[3] == nil && roster[LaneID(index: LaneID.limit - 1)] == nil)
        #expect(roster.name(of: 0) == "Ada" && roster.name(of: 1) == nil)
        #expect(roster.name(of: 3) == nil)
        #expect(roster.athlete(seed: 1, lane: 2).facts.age == 81)
        #expect(roster.athlete(seed: 1, lane: 1) == Athlete.drawn(seed: 1, lane: 1))
    }

    @Test func `nobody is ordered of an empty list`() {
        let empty = Roster(orders: [], names: [], contentHash: "abc")
        for roster in [empty, .drawn] {
            #expect(roster.isEmpty && roster.contentHash == nil && roster[0] == nil)
            #expect(roster.athlete(seed: 1, lane: 0) == Athlete.drawn(seed: 1, lane: 0))
        }
    }
}
