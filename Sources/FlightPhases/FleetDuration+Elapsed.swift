import Vocabulary

extension FleetDuration {
    /// Seconds from `earlier` to this instant. Traps if time runs backwards.
    func secondsSince(_ earlier: FleetDuration) -> Double {
        precondition(self >= earlier, "observation at \(self) comes after one at \(earlier)")
        return (self - earlier).seconds
    }
}
