import Settings
import Testing

@testable import ClientCore

@Suite struct TailOptionsTests {
    private func options(_ arguments: String...) throws -> TailOptions {
        try TailOptions(TailCommand.table.parse(arguments))
    }

    @Test(arguments: [
        ("stat", false), ("sample", false), ("stat,phase", false), ("phase,advisory,event", false),
        ("stat,sample", true), ("sample,truth", true), ("truth,phase,stat", true),
    ])
    func `lines say their kind when more than one measuring kind is followed`(
        kinds: String, expected: Bool
    ) throws {
        #expect(try options("--kinds", kinds).marksKind == expected)
        #expect(try !options().marksKind)
    }
}
