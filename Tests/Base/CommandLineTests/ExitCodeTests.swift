import CommandLine
import Testing

@Suite struct ExitCodeTests {
    @Test func `the numbers are those that scripts know`() {
        let numbers: [ExitCode: Int32] = [
            .success: 0, .failure: 1, .usage: 2, .refused: 65, .input: 66, .unavailable: 69,
            .protocolViolation: 70, .output: 73, .linkLost: 74, .temporaryFailure: 75,
            .permission: 77,
            .configuration: 78, .assertionFailed: 99, .hungUp: 129, .interrupted: 130,
            .terminated: 143,
        ]
        for code in ExitCode.allCases { #expect(code.rawValue == numbers[code], "\(code)") }
        #expect(Set(numbers.values).count == ExitCode.allCases.count)
    }
}
