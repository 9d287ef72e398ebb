import Testing

@testable import StreamAudit

@Suite struct LoadCountsTests {
    @Test func `counts of two parts add up, defects among them`() {
        var left = LoadCounts()
        left.lines = 3
        left[.duplicates] = 1
        var right = LoadCounts()
        right.lines = 4
        right.garbageAnswered = 2
        right[.duplicates] = 5
        right[.unanswered] = 1
        left += right
        #expect(left.lines == 7)
        #expect(left.garbageAnswered == 2)
        #expect(left[.duplicates] == 6)
        #expect(left.violations == 7)
    }

    @Test(arguments: Defect.allCases)
    func `each defect is counted by itself`(defect: Defect) {
        var counts = LoadCounts()
        counts[defect] = 1
        #expect(Defect.allCases.filter { counts[$0] != 0 } == [defect])
    }
}
