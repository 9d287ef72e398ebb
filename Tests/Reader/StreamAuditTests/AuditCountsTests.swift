import Testing

@testable import StreamAudit

@Suite struct AuditCountsTests {
    @Test func `what was counted since earlier is the difference, defects among it`() {
        var earlier = AuditCounts()
        earlier.lines = 3
        earlier[.duplicates] = 1
        var later = AuditCounts()
        later.lines = 7
        later.garbageAnswered = 2
        later[.duplicates] = 6
        later[.unanswered] = 1
        let since = later - earlier
        #expect(since.lines == 4)
        #expect(since.garbageAnswered == 2)
        #expect(since[.duplicates] == 5)
        #expect(since.violations == 6)
    }

    @Test(arguments: Defect.allCases)
    func `each defect is counted by itself`(defect: Defect) {
        var counts = AuditCounts()
        counts[defect] = 1
        #expect(Defect.allCases.filter { counts[$0] != 0 } == [defect])
    }
}
