import Simulation
import Testing
import Vocabulary

@Suite struct RecordingErrorTests {
    struct Refusal: Sendable {
        let rows: [String]
        let line: Int
        let column: Int
        let problem: RecordingError.Problem
    }

    private static let refusals = [
        Refusal(rows: [], line: 2, column: 1, problem: .noRows),
        Refusal(rows: ["", ""], line: 2, column: 1, problem: .noRows),
        Refusal(rows: ["0,,,,,", "", "1,,,,,"], line: 3, column: 1, problem: .emptyLine),
        Refusal(rows: ["0,,,,"], line: 2, column: 6, problem: .tooFewCells(5, of: 6)),
        Refusal(rows: ["0"], line: 2, column: 2, problem: .tooFewCells(1, of: 6)),
        Refusal(rows: ["0,,,,,,"], line: 2, column: 8, problem: .tooManyCells(6)),
        Refusal(rows: ["0,90,2,160,1,250,9"], line: 2, column: 18, problem: .tooManyCells(6)),
        Refusal(rows: [",90,,,,"], line: 2, column: 1, problem: .timeMissing),
        Refusal(rows: ["abc,,,,,"], line: 2, column: 1, problem: .notNumber("abc")),
        Refusal(rows: ["0,,,,,", "1,9O,,,,"], line: 3, column: 3, problem: .notNumber("9O")),
        Refusal(rows: ["0, 90,,,,"], line: 2, column: 3, problem: .notNumber(" 90")),
        Refusal(rows: ["0,,1e1,,,"], line: 2, column: 4, problem: .notNumber("1e1")),
        Refusal(rows: ["0,,.5,,,"], line: 2, column: 4, problem: .notNumber(".5")),
        Refusal(rows: ["0,,5.,,,"], line: 2, column: 4, problem: .notNumber("5.")),
        Refusal(rows: ["0,,+5,,,"], line: 2, column: 4, problem: .notNumber("+5")),
        Refusal(rows: ["0,,1.2.3,,,"], line: 2, column: 4, problem: .notNumber("1.2.3")),
        Refusal(rows: ["0,,2·5,,,"], line: 2, column: 4, problem: .notNumber("2·5")),
        Refusal(rows: ["0,,\"2\",,,"], line: 2, column: 4, problem: .notNumber("\"2\"")),
        Refusal(rows: ["0,,2\r3,,,"], line: 2, column: 4, problem: .notNumber("2\r3")),
        Refusal(rows: ["0,,,nan,,"], line: 2, column: 5, problem: .notFinite("nan")),
        Refusal(rows: ["0,,,NaN,,"], line: 2, column: 5, problem: .notFinite("NaN")),
        Refusal(rows: ["0,,,-inf,,"], line: 2, column: 5, problem: .notFinite("-inf")),
        Refusal(rows: ["Infinity,,,,,"], line: 2, column: 1, problem: .notFinite("Infinity")),
        Refusal(rows: ["-1,,,,,"], line: 2, column: 1, problem: .negative("-1")),
        Refusal(rows: ["0,,,,,-0.5"], line: 2, column: 7, problem: .negative("-0.5")),
        Refusal(
            rows: ["0,,0.1234567891,,,"], line: 2, column: 4,
            problem: .tooManyDigits("0.1234567891")),
        Refusal(
            rows: ["12345678901234567890123,,,,,"], line: 2, column: 1,
            problem: .tooManyDigits("12345678901234567890123")),
        Refusal(rows: ["0,301,,,,"], line: 2, column: 3, problem: .beyondLimit("301", .heartRate)),
        Refusal(
            rows: ["0,,20.001,,,"], line: 2, column: 4, problem: .beyondLimit("20.001", .speed)),
        Refusal(rows: ["0,,,401,,"], line: 2, column: 5, problem: .beyondLimit("401", .cadence)),
        Refusal(rows: ["0,,,,11,"], line: 2, column: 6, problem: .beyondLimit("11", .stride)),
        Refusal(rows: ["0,,,,,5001"], line: 2, column: 7, problem: .beyondLimit("5001", .contact)),
        Refusal(
            rows: ["0,,,,,", "604800.02,,,,,"], line: 3, column: 1,
            problem: .timeBeyondLimit("604800.02")),
        Refusal(
            rows: ["5,,,,,", "5,,,,,"], line: 3, column: 1, problem: .timeNotIncreasing("5")),
        Refusal(
            rows: ["5,,,,,", "6,,,,,", "4,,,,,"], line: 4, column: 1,
            problem: .timeNotIncreasing("4")),
        Refusal(
            rows: ["5,,,,,", "5.005,,,,,"], line: 3, column: 1,
            problem: .timeNotIncreasing("5.005")),
        Refusal(rows: ["0,,\0,,,"], line: 2, column: 4, problem: .nul),
    ]

    @Test(arguments: refusals)
    func `a bad row is refused with its line, column and reason`(_ refusal: Refusal) {
        let expected = RecordingError(
            name: "run.csv", line: refusal.line, column: refusal.column, problem: refusal.problem)
        #expect(throws: expected) { try RecordingText.recording(refusal.rows) }
        let crlf = ([RecordingText.header] + refusal.rows).map { $0 + "\r\n" }.joined()
        #expect(throws: expected) { try Recording(csv: Array(crlf.utf8), name: "run.csv") }
    }

    @Test(arguments: [
        ("", 1, "", "t_s"), ("time,heart_rate_bpm", 1, "time", "t_s"),
        ("t_s;heart_rate_bpm", 1, "t_s;heart_rate_bpm", "t_s"),
        ("t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m", 55, "", "ground_contact_ms"),
        ("t_s,speed_mps,heart_rate_bpm", 5, "speed_mps", "heart_rate_bpm"),
        (RecordingText.header + ",power_w", 74, "power_w", nil),
        (RecordingText.header + ",distance_m,power_w", 85, "power_w", nil),
        ("T_S,heart_rate_bpm", 1, "T_S", "t_s"),
    ])
    func `another header is refused at the first column that differs`(
        header: String, column: Int, found: String, expected: String?
    ) {
        for mark in ["", "\u{FEFF}"] {
            let bytes = Array((mark + header + "\n0,,,,,\n").utf8)
            #expect(
                throws: RecordingError(
                    name: "run.csv", line: 1, column: column,
                    problem: .header(found: found, expected: expected))
            ) { try Recording(csv: bytes, name: "run.csv") }
        }
    }

    @Test func `a distance is there in each row and never falls`() {
        func problem(_ rows: [String]) -> RecordingError? {
            let header = RecordingText.header + ",distance_m"
            do throws(RecordingError) {
                _ = try RecordingText.recording(rows, header: header)
                return nil
            } catch {
                return error
            }
        }
        #expect(problem(["0,,,,,,1.5", "1,,,,,,", "2,,,,,,1.5"]) == nil)
        #expect(problem(["0,,,,,"])?.problem == .tooFewCells(6, of: 7))
        #expect(problem(["0,,,,,,1,"])?.problem == .tooManyCells(7))
        let fallen = problem(["0,,,,,,1.5", "1,,,,,,", "2,,,,,,1.49"])
        #expect(fallen?.problem == .distanceFalls("1.49"))
        #expect(fallen?.line == 4 && fallen?.column == 8)
        #expect(problem(["0,,,,,,10000001"])?.problem == .beyondLimit("10000001", .distance))
    }

    @Test func `bytes that are not UTF-8 are refused where they are`() {
        let bytes =
            Array((RecordingText.header + "\n0,").utf8) + [0xFF, 0x32] + Array(",,,,\n".utf8)
        #expect(throws: RecordingError(name: "a", line: 2, column: 3, problem: .notUTF8)) {
            try Recording(csv: bytes, name: "a")
        }
        let wide = "t_s,heart_rate_bpm".utf8.flatMap { byte -> [UInt8] in [byte, 0] }
        #expect(throws: RecordingError(name: "a", line: 1, column: 1, problem: .nul)) {
            try Recording(csv: wide, name: "a")
        }
    }

    @Test func `more rows than the limit are refused at the first surplus one`() throws {
        let bytes = RecordingText.bytes((0..<5).map { RecordingText.row(at: "\($0)") })
        #expect(try Recording(csv: bytes, name: "a", rowLimit: 5).rows.count == 5)
        let expected = RecordingError(
            name: "a", line: 6, column: 1, problem: .tooManyRows(limit: 4))
        #expect(throws: expected) { try Recording(csv: bytes, name: "a", rowLimit: 4) }
    }

    @Test(arguments: refusals)
    func `every error says what is wrong and what would be right`(_ refusal: Refusal) {
        let error = RecordingError(
            name: "run.csv", line: refusal.line, column: refusal.column, problem: refusal.problem)
        #expect(
            "\(error)"
                == "run.csv:\(refusal.line):\(refusal.column): \(error.reason); \(error.suggestion)"
        )
        #expect(error.reason.count > 10 && error.suggestion.count > 10)
    }

    @Test func `a long cell is cut in the message`() {
        let cell = String(repeating: "x", count: 60)
        #expect(
            throws: RecordingError(
                name: "run.csv", line: 2, column: 3,
                problem: .notNumber(String(repeating: "x", count: 24) + "…"))
        ) { try RecordingText.recording(["0,\(cell),,,,"]) }
    }
}
