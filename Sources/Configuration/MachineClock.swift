import CommandLine
import Vocabulary

/// Whether the clock of the machine has been set.
package enum MachineClock {
    /// - Throws: when the machine's clock has not been set.
    package static func check(_ wall: Int64, remedy: String = "") throws(ProgramFailure) {
        guard wall < SettingTable.epochs.lowerBound else { return }
        throw ProgramFailure(
            .temporaryFailure,
            "the machine's clock says \(CalendarTime(microseconds: wall)): it has not been set; "
                + "set it, or wait until it is set by the network\(remedy)")
    }
}
