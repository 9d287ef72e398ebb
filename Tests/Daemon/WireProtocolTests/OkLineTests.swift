import Testing
import WireProtocol

@Suite struct OkLineTests {
    @Test func `an answer has its id and the operation's fields`() {
        var buffer = LineBuffer()
        OkLine.append(id: AnswerID(.text("q")), to: &buffer) { $0.appendField("sub", "hr") }
        OkLine.append(id: nil, to: &buffer)
        #expect(
            buffer.text == #"{"type":"ok","id":"q","sub":"hr"}"# + "\n" + #"{"type":"ok"}"# + "\n")
    }
}
