import Vocabulary

/// Times of FIT files: whole seconds since 1989-12-31T00:00:00Z, in 32 bits.
package enum FITTime {
    /// 1989-12-31T00:00:00Z in seconds since 1970.
    private static let epoch: Int64 = 631_065_600

    /// The seconds that name an instant; lesser ones count from when a device was switched on.
    package static let seconds: ClosedRange<Int64> = 0x1000_0000...0xFFFF_FFFE

    /// The second of an instant, rounded down; outside ``seconds`` no file can tell it.
    package static func second(of instant: FleetInstant) -> Int64 {
        second(instant.ticks.dividedRoundingDown(by: FleetDuration.ticksPerSecond))
    }

    /// The second of one that is counted from 1970.
    static func second(_ second: Int64) -> Int64 { second - epoch }

    /// Ticks since the epoch of FIT.
    static func ticks(_ second: UInt32) -> Int64 { Int64(second) * FleetDuration.ticksPerSecond }
}
