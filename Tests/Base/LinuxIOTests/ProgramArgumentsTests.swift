import Glibc
import Testing

@testable import LinuxIO

@Suite struct ProgramArgumentsTests {
    @Test func `the words on the stack are those of proc`() {
        #expect(ProgramArguments.atStackEnd == CommandLine.arguments)
        #expect(ProgramArguments.all == Array(CommandLine.arguments.dropFirst()))
    }

    @Test func `they stay where they are when the environment grows`() async {
        await #expect(processExitsWith: .success) {
            for number in 0..<100 { setenv("RUNWAY_TEST_\(number)", "value", 1) }
            guard ProgramArguments.atStackEnd == CommandLine.arguments else { exit(1) }
        }
    }
}
