import CommandLine
import LinuxIO
import TestSupport
import Testing

@testable import ClientCore

@Suite struct GoalFileTests {
    @Test func `a goal is remembered, in folders that are made for it`() throws {
        let folder = try TemporaryDirectory(prefix: "goal")
        let file = GoalFile(path: "\(folder.path)/config/runway/goal")
        #expect(file.kept == nil)
        try file.keep(8000)
        #expect(file.kept == 8000)
        try file.keep(12_000)
        #expect(file.kept == 12_000)
    }

    @Test(arguments: ["", "many\n", "0\n", "-5\n", "99999999999999999999\n", "8000 steps\n"])
    func `what is no goal is none`(text: String) throws {
        let folder = try TemporaryDirectory(prefix: "goal")
        let path = "\(folder.path)/goal"
        try FileContent.replace(path, with: Array(text.utf8), durable: false)
        #expect(GoalFile(path: path).kept == nil)
    }

    @Test func `a goal that cannot be kept is said, with the place`() throws {
        #expect(throws: ProgramFailure.self) { try GoalFile(path: nil).keep(8000) }
        let failure = #expect(throws: ProgramFailure.self) {
            try GoalFile(path: "/proc/nowhere/goal").keep(8000)
        }
        #expect(failure?.description.contains("/proc/nowhere/goal") == true)
    }
}
