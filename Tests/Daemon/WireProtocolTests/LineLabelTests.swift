import Testing
import WireProtocol

@Suite struct LineLabelTests {
    @Test(arguments: 0...32)
    func `a label comes out as its text, wherever the buffer must grow`(length: Int) {
        let text = String("abcdefghijklmnopqrstuvwxyz012345".prefix(length))
        let label = LineLabel(text)
        for before in 0...70 {
            var buffer = LineBuffer(capacity: 40)
            let start = String(repeating: "-", count: before)
            buffer.append(utf8: start)
            buffer.append(label)
            #expect(buffer.text == start + text)
            buffer.append("+")
            #expect(buffer.text == start + text + "+")
        }
    }

    @Test func `bytes beyond ASCII are kept`() {
        var buffer = LineBuffer()
        buffer.append(LineLabel("Höhe → 3 m"))
        #expect(buffer.text == "Höhe → 3 m")
    }
}
