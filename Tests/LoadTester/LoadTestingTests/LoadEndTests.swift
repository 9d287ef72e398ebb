import CommandLine
import LoadReport
import Testing

@testable import LoadTesting

@Suite struct LoadEndTests {
    private static let codes: [(LoadVerdict.Standing, Int32)] = [
        (.passed, 0), (.failed, 99), (.incomplete, 69), (.violated, 70),
    ]

    @Test(arguments: codes)
    func `only a result that passes ends with 0`(standing: LoadVerdict.Standing, code: Int32) {
        #expect(standing.exitCode.rawValue == code)
    }
}
