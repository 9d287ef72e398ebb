import LinuxIO

/// The seeds of a test that takes long for each.
package enum Seeds {
    private static let areAll = Environment.value("RUNWAY_LONG") != nil

    /// All of `range` where `RUNWAY_LONG` is set, as `.ci/long` does, else the first few.
    package static func of(_ range: ClosedRange<UInt64>, few: UInt64) -> ClosedRange<UInt64> {
        areAll ? range : range.lowerBound...(range.lowerBound + few - 1)
    }
}
