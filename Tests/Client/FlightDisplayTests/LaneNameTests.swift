import FlightDisplay
import TestSupport
import Testing
import Vocabulary

@Suite struct LaneNameTests {
    @Test(
        arguments: [("s0", 0), ("s7.0", 7), ("s12.-3", 12), ("s1048575", 1_048_575)]
            as [(String, LaneID)])
    func `names of lanes and sessions`(name: String, lane: LaneID) {
        #expect(LaneName.lane(of: name) == lane)
    }

    @Test(arguments: ["s1048576", "s9223372036854775807.0", "s99999999999999999999.0"])
    func `a lane beyond those that a fleet can have is none`(name: String) {
        #expect(LaneName.lane(of: name) == nil)
    }

    @Test(arguments: ["", "s", "7", "s-1", "sx", "s1.", "s1.x", "s1.2.3", "S1", "s1,s2", "*"])
    func `anything else is none`(name: String) {
        #expect(LaneName.lane(of: name) == nil)
    }
}
