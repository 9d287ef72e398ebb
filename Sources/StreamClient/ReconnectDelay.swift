/// How long to wait before the next attempt to connect: doubling, capped, and jittered so that the
/// clients of a daemon that comes back do not all knock at once.
package struct ReconnectDelay {
    package static let firstMilliseconds: Int64 = 500
    package static let longestMilliseconds: Int64 = 15_000

    /// The number of the next attempt, from 1.
    package private(set) var attempt = 1

    package init() {}

    package mutating func succeed() { attempt = 1 }

    /// The wait before the next attempt, which is then counted: between half and all of 0.5, 1,
    /// 2, ... 15 seconds.
    ///
    /// - Parameter chance: 64 random bits.
    package mutating func next(chance: UInt64) -> Int64 {
        let doublings = min(attempt - 1, 10)
        let whole = min(Self.firstMilliseconds << doublings, Self.longestMilliseconds)
        attempt += 1
        return whole - Int64(chance % UInt64(whole / 2 + 1))
    }
}
