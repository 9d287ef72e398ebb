import JSON
import TestSupport
import Testing
import WireProtocol

@Suite struct LineBufferJSONStringTests {
    private func written(_ text: some StringProtocol) -> String {
        var buffer = LineBuffer(capacity: 1)
        buffer.appendJSONString(text)
        return buffer.text
    }

    @Test(arguments: [
        ("", #""""#), ("hr", #""hr""#), ("a\"b", #""a\"b""#), ("\\", #""\\""#),
        ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1f}\u{8}", #""\u0000\u001f\u0008""#),
        ("/ é ✈ 🛫", #""/ é ✈ 🛫""#),
    ])
    func `only what must be escaped is`(text: String, json: String) {
        #expect(written(text) == json)
    }

    @Test func `a substring is written without its surroundings`() {
        #expect(written("<a\"b>".dropFirst().dropLast()) == #""a\"b""#)
    }

    @Test(arguments: [UInt64(1), 2])
    func `the decoder reads back any text, and the scanner accepts it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let scalars = (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &generator))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let line = Array("{\"x\":\(written(text))}".utf8)
            _ = try PlacedJSON.object(in: line[...], levels: 16)
            #expect(try JSONTree(line: line) == .object(["x": .text(text)]), "seed \(seed)")
        }
    }

    @Test func `fields bring their comma and are left out when nil`() {
        var buffer = LineBuffer()
        buffer.appendField("a", "x")
        buffer.appendField("b", String?.none)
        buffer.appendField("c", 12)
        buffer.appendField("d", Int?.none)
        buffer.appendField("e", true)
        buffer.appendField("f", false)
        buffer.appendField(id: nil as RequestID?)
        buffer.appendField(id: RequestID.number(7))
        buffer.appendField(id: RequestID.text("q"))
        #expect(
            buffer.text == #","a":"x","c":12,"e":true,"f":false,"id":7,"id":"q""#)
    }
}
