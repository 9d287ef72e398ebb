import Simulation
import Testing
import Vocabulary

@Suite struct FaultScriptErrorTests {
    struct Refusal: Sendable {
        let text: String
        let column: Int
        let problem: FaultScriptError.Problem

        init(_ text: String, _ column: Int, _ problem: FaultScriptError.Problem) {
            self.text = text
            self.column = column
            self.problem = problem
        }
    }

    private static let refusals = [
        Refusal("strap", 1, .unknownFault("strap")),
        Refusal("  Strap dropuot 40 s", 3, .unknownFault("Strap dropuot")),
        Refusal("gps reacquiring at 1:00", 1, .unknownFault("gps reacquiring")),
        Refusal("at 12:00", 1, .unknownFault("at")),
        Refusal("40 s strap dropout", 1, .unknownFault("40")),
        Refusal(", strap dropout", 1, .unknownFault(", strap dropout")),
        Refusal("strap dropout slowly", 15, .unknownWord("slowly")),
        Refusal("strap dropout -40 s", 15, .unknownWord("-40")),
        Refusal("strap dropout, 40 s", 14, .unknownWord(",")),
        Refusal("pod dropout on s1 s2", 19, .unknownWord("s2")),
        Refusal("pod dropout 4 s 5 s", 17, .repeated("duration")),
        Refusal("pod dropout at 1:00 at 2:00", 21, .repeated("at")),
        Refusal("pod dropout ON s1 on s2", 19, .repeated("on")),
        Refusal("pod dropout 40", 13, .notDuration("40")),
        Refusal("pod dropout 40 at 1:00", 13, .notDuration("40")),
        Refusal("pod dropout 40 h", 13, .notDuration("40 h")),
        Refusal("pod dropout 1,5 min", 13, .notDuration("1 ,")),
        Refusal("pod dropout 0 s", 13, .notDuration("0 s")),
        Refusal("pod dropout 0:00", 13, .notDuration("0:00")),
        Refusal("pod dropout 0.01s", 13, .notDuration("0.01 s")),
        Refusal("pod dropout 4200.02 s", 13, .notDuration("4200.02 s")),
        Refusal("pod dropout 70:01", 13, .notDuration("70:01")),
        Refusal("pod dropout 999999999 min", 13, .notDuration("999999999 min")),
        Refusal("pod dropout 1e1 s", 13, .notDuration("1 e1")),
        Refusal("battery dies 5 min", 14, .endless(.batteryDies)),
        Refusal("pod dropout at", 15, .notTime("")),
        Refusal("pod dropout at 12", 16, .notTime("12")),
        Refusal("pod dropout at 12:60", 16, .notTime("12:60")),
        Refusal("pod dropout at 12:5", 16, .notTime("12:5")),
        Refusal("pod dropout at 1:60:00", 16, .notTime("1:60:00")),
        Refusal("pod dropout at :30", 16, .notTime(":30")),
        Refusal("pod dropout at +1:30", 16, .notTime("+1:30")),
        Refusal("pod dropout at 1:+3", 16, .notTime("1:")),
        Refusal("pod dropout at 12345:00", 16, .notTime("12345:00")),
        Refusal("pod dropout at noon", 16, .notTime("noon")),
        Refusal("pod dropout at 70:00", 16, .timeOutside("70:00")),
        Refusal("pod dropout at 1:10:00", 16, .timeOutside("1:10:00")),
        Refusal("pod dropout at 9999:59:59", 16, .timeOutside("9999:59:59")),
        Refusal("strap dropout then reacquire", 15, .notReacquired(.strapDropout)),
        Refusal("gps lost then", 14, .unexpected("", expected: "reacquire")),
        Refusal("gps lost then 30 s", 15, .unexpected("30", expected: "reacquire")),
        Refusal("cold start in", 14, .notShare("")),
        Refusal("cold start in 0 of sessions", 15, .notShare("0")),
        Refusal("cold start in 1.2 of sessions", 15, .notShare("1.2")),
        Refusal("cold start in 30 of sessions", 15, .notShare("30")),
        Refusal("cold start in 100.1% of sessions", 15, .notShare("100.1 %")),
        Refusal("cold start in -0.3 of sessions", 15, .notShare("-0.3")),
        Refusal("cold start in half of sessions", 15, .notShare("half")),
        Refusal("cold start in 0.12345678 % of sessions", 15, .notShare("0.12345678 %")),
        Refusal("cold start in 0.3", 18, .unexpected("", expected: "of")),
        Refusal("cold start in 0.3 of runs", 22, .unexpected("runs", expected: "sessions")),
        Refusal("cold start on", 14, .notLane("")),
        Refusal("cold start on s1,", 18, .notLane("")),
        Refusal("cold start on 7", 15, .notLane("7")),
        Refusal("cold start on s", 15, .notLane("s")),
        Refusal("cold start on s7.0", 15, .notLane("s7.0")),
        Refusal("cold start on s+7", 15, .notLane("s+7")),
        Refusal("cold start on s1048576", 15, .notLane("s1048576")),
        Refusal("cold start on s99999999999999999999", 15, .notLane("s99999999999999999999")),
        Refusal("cold é start", 1, .unknownFault("cold é start")),
        Refusal("é\0", 2, .notText),
    ]

    @Test(arguments: refusals)
    func `a bad line is refused with its line, column and reason`(_ refusal: Refusal) {
        let expected = FaultScriptError(
            name: "f.txt", line: 3, column: refusal.column, problem: refusal.problem)
        for end in ["\n", "\r\n"] {
            let text = ["# one", "cadence lock", refusal.text, ""].joined(separator: end)
            let reading = FaultScriptReading(bytes: Array(text.utf8), name: "f.txt")
            #expect(reading.errors == [expected])
        }
    }

    @Test(arguments: refusals)
    func `every error says what is wrong and what would be right`(_ refusal: Refusal) {
        let error = FaultScriptError(
            name: "f.txt", line: 3, column: refusal.column, problem: refusal.problem)
        #expect("\(error)" == "f.txt:3:\(refusal.column): \(error.reason); \(error.suggestion)")
        #expect(error.reason.count > 10 && error.suggestion.count > 10)
    }

    private static let messages: [(FaultScriptError.Problem, String)] = [
        (
            .unknownFault("strap lost"),
            "f:1:1: \"strap lost\" is not a fault; a line begins with its fault: strap dropout, "
                + "cold start, cadence lock, pod dropout, gps lost, battery dies"
        ),
        (
            .timeOutside("71:00"),
            "f:1:1: \"71:00\" lies outside the session; give the time since the session's start, "
                + "m:ss or h:mm:ss, from 0:00 to 69:59"
        ),
        (
            .notShare("1.2"),
            "f:1:1: \"1.2\" is not a share; give a number above 0 and at most 1, such as 0.3, or "
                + "a percentage, such as 30 %"
        ),
        (
            .notTime(""),
            "f:1:1: the end of the line is not a time; give the time since the session's start, "
                + "m:ss or h:mm:ss, from 0:00 to 69:59"
        ),
        (.tooLong, "f:1:1: the script has more than 64 KiB; remove what is not needed"),
        (.tooManyFaults, "f:1:1: there are more than 64 faults; remove what is not needed"),
    ]

    @Test(arguments: messages)
    func `an error names what is allowed`(problem: FaultScriptError.Problem, text: String) {
        #expect("\(FaultScriptError(name: "f", line: 1, column: 1, problem: problem))" == text)
    }

    @Test func `bytes that are not UTF-8 are refused where they are`() {
        let bytes = Array("cold start\ncold ".utf8) + [0xFF] + Array("start\npod\n".utf8)
        let reading = FaultScriptReading(bytes: bytes, name: "f")
        #expect(reading.errors.map(\.line) == [2, 3])
        #expect(reading.errors.first?.column == 6)
        #expect(reading.errors.first?.problem == .notText)
        let wide = "cold start".utf8.flatMap { byte -> [UInt8] in [byte, 0] }
        let wideReading = FaultScriptReading(bytes: wide, name: "f")
        #expect(wideReading.errors.map(\.problem) == [.notText])
    }

    @Test func `a long word is cut in the message`() {
        let reading = FaultScriptReading(bytes: Array(repeating: 120, count: 60), name: "f")
        let shown = String(repeating: "x", count: 24)
        #expect(reading.errors.first?.reason == "\"\(shown)…\" is not a fault")
    }
}
