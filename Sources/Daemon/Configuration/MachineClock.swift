import CommandLine
import Vocabulary

/// Whether the clock of the machine has been set, and to a time in which fleets begin.
package enum MachineClock {
    /// - Throws: when the machine's clock has not been set.
    package static func check(_ wall: Int64, remedy: String = "") throws(ProgramFailure) {
        guard wall < SettingTable.epochs.lowerBound else { return }
        throw ProgramFailure(
            .temporaryFailure,
            "the machine's clock says \(CalendarTime(microseconds: wall)): it has not been set; "
                + "set it, or wait until it is set by the network\(remedy)")
    }

    /// - Throws: when no fleet may begin at what the machine's clock says.
    package static func checkBeginning(_ wall: Int64) throws(ProgramFailure) {
        try check(wall, remedy: ", or give --epoch")
        guard SettingTable.epochs.contains(wall) else {
            throw .usage(
                "the machine's clock says \(CalendarTime(microseconds: wall))",
                suggestion: "set it, or give --epoch "
                    + SettingDomain.time(SettingTable.epochs).allowed)
        }
    }
}
