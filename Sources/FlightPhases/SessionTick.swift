import Vocabulary

/// An instant of session time in four bytes, which every session keeps many of.
///
/// Traps when made of an instant after 497 days.
struct SessionTick: Hashable, Sendable {
    private let ticks: Int32

    init(_ instant: FleetDuration) { ticks = Int32(instant.ticks) }

    var instant: FleetDuration { FleetDuration(ticks: Int64(ticks)) }
}
