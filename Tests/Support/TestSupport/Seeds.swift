import LinuxIO

/// The seeds of a test that takes long for each.
package enum Seeds {
    /// Whether `RUNWAY_LONG` is set.
    package static let areAll = Environment.value("RUNWAY_LONG") != nil

    /// All of `range` where `RUNWAY_LONG` is set, as `.ci/long` does, else the first few.
    package static func of(_ range: ClosedRange<UInt64>, few: UInt64) -> ClosedRange<UInt64> {
        areAll ? range : range.lowerBound...(range.lowerBound + few - 1)
    }

    /// All of `list` where `RUNWAY_LONG` is set, else the first few.
    package static func of(_ list: [UInt64], few: Int) -> [UInt64] {
        areAll ? list : Array(list.prefix(few))
    }
}
