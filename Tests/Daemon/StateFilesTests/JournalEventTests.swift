import StateFiles
import Testing

@Suite struct JournalEventTests {
    @Test func `one command is not told as several`() {
        let one = JournalEvent.refused(commands: 1, .overloaded(limit: 7), isRolledBack: true)
        let two = JournalEvent.refused(commands: 2, .overloaded(limit: 7), isRolledBack: true)
        #expect("\(one)".hasPrefix("1 command could not be kept: "))
        #expect("\(two)".hasPrefix("2 commands could not be kept: "))
        #expect("\(JournalEvent.stalled(commands: 1))".contains("1 command is refused and "))
        #expect("\(JournalEvent.stalled(commands: 1))".contains("answers, it may count"))
        #expect("\(JournalEvent.stalled(commands: 3))".contains("3 commands are refused and "))
        #expect("\(JournalEvent.stalled(commands: 3))".contains("answers, they may count"))
    }
}
