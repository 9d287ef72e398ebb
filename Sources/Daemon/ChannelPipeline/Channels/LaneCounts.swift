import Vocabulary

/// How often each lane is counted, in ten bytes a lane where many lie side by side.
struct LaneCounts: Sendable {
    /// The counts of each stretch of lanes, by the number of the stretch.
    private var stretches: [Int: [Int32]] = [:]
    /// Lanes that are counted at all.
    private(set) var count = 0

    private static let stretchLanes = 16

    /// The most that a lane takes, with none beside it: an array in a table that is half full.
    static let laneBytesMax = 160

    private static func stretch(of lane: LaneID) -> (number: Int, index: Int) {
        let (number, index) = lane.index.quotientAndRemainder(dividingBy: stretchLanes)
        return (number, index)
    }

    /// The count of a lane, above 0; nil if the lane is not counted.
    subscript(lane: LaneID) -> Int? {
        let (number, index) = Self.stretch(of: lane)
        guard let count = stretches[number].map({ Int($0[index]) }) else { return nil }
        return count > 0 ? count : nil
    }

    /// Counts a lane once more.
    mutating func add(_ lane: LaneID) {
        if self[lane] == nil { count += 1 }
        let (number, index) = Self.stretch(of: lane)
        let empty = [Int32](repeating: 0, count: Self.stretchLanes)
        stretches[number, default: empty][index] += 1
    }

    /// Counts a lane once less; returns how often it still is, nil if it was not counted.
    mutating func remove(_ lane: LaneID) -> Int? {
        guard let before = self[lane] else { return nil }
        let (number, index) = Self.stretch(of: lane)
        stretches[number]?[index] -= 1
        if before == 1 { count -= 1 }
        return before - 1
    }
}
