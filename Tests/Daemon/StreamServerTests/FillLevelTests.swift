import Testing

@testable import StreamServer

@Suite struct FillLevelTests {
    /// At which of these counts of lines a warning becomes due.
    private func warnings(_ counts: [Int], limit: Int = 100) -> [Int] {
        var level = FillLevel(lineLimit: limit, byteLimit: 1_000_000)
        return counts.indices.filter { index in
            level.note(lines: counts[index], bytes: 0)
            defer { level.noteWarned() }
            return level.isWarningDue
        }
    }

    @Test func `a warning is due above three quarters, once`() {
        #expect(warnings([0, 75, 76, 90, 100]) == [2])
    }

    @Test func `again it is due only after less than half`() {
        #expect(warnings([76, 50, 76]) == [0])
        #expect(warnings([76, 49, 75, 76]) == [0, 3])
        #expect(warnings([100, 0, 100, 0, 100]) == [0, 2, 4])
    }

    @Test func `small limits warn too`() {
        #expect(warnings([1, 0, 1], limit: 1) == [0, 2])
        #expect(warnings([1, 2, 0, 2], limit: 2) == [1, 3])
        #expect(warnings([0, 0], limit: 0) == [])
    }

    @Test func `bytes count as lines do, and calm is calm of both`() {
        var level = FillLevel(lineLimit: 100, byteLimit: 1_000)
        level.note(lines: 1, bytes: 751)
        #expect(level.isWarningDue)
        level.noteWarned()
        level.note(lines: 60, bytes: 0)
        level.note(lines: 60, bytes: 800)
        #expect(!level.isWarningDue)
        level.note(lines: 49, bytes: 499)
        level.note(lines: 49, bytes: 751)
        #expect(level.isWarningDue)
    }

    @Test func `a warning that nobody has taken stays due`() {
        var level = FillLevel(lineLimit: 4, byteLimit: 1_000)
        for lines in [4, 0, 1] { level.note(lines: lines, bytes: 0) }
        #expect(level.isWarningDue)
    }
}
