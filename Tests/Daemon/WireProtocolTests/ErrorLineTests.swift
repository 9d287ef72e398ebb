import TestSupport
import Testing
import WireProtocol

@Suite struct ErrorLineTests {
    @Test func `an error line has its fields in order and leaves out what is nil`() {
        let error = WireError(
            .badWindow, reason: "\"x\" is wrong.", suggestion: "Do it right.", field: "window",
            line: 2, column: 7)
        var buffer = LineBuffer()
        ErrorLine.append(error, id: AnswerID(.number(1)), to: &buffer)
        ErrorLine.append(.lineTooLong(line: 4), id: nil, to: &buffer)
        #expect(
            buffer.text
                == #"{"type":"error","id":1,"code":"bad_window","description":"The window cannot "#
                + #"be used.","reason":"\"x\" is wrong.","suggestion":"Do it right.","#
                + #""field":"window","line":2,"column":7,"retryable":false}"# + "\n"
                + #"{"type":"error","code":"line_too_long","description":"The line is too long.","#
                + #""reason":"A request line has at most 16384 bytes.","suggestion":"Send shorter "#
                + #"lines; the second one that is too long ends the connection.","line":4,"#
                + #""retryable":false}"# + "\n")
    }

    @Test(arguments: ErrorCode.allCases)
    func `every code makes a line that the decoder reads`(code: ErrorCode) throws {
        var buffer = LineBuffer()
        let error = WireError(code, reason: "r", suggestion: "s")
        ErrorLine.append(error, id: AnswerID(.text("a\nb")), to: &buffer)
        let tree = try JSONTree(line: buffer.bytes)
        #expect(tree["code"] == .text(code.rawValue))
        #expect(tree["id"] == .text("a\nb"))
        #expect(tree["retryable"] == .flag(code.isRetryable))
        #expect(buffer.bytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    }

    @Test func `a cut line says where it ends`() {
        let error = WireError.lineCut(line: 3, bytes: 10)
        #expect(error.code == .badJSON)
        #expect(error.line == 3)
        #expect(error.column == 11)
    }
}
