import PlainText
import TestSupport
import Testing

@testable import Terminal

/// No cell of a screen holds a character that a terminal acts on.
@Suite struct PlainCellTests {
    @Test func `no scalar that is not plain is drawn as itself`() {
        let drawn = Unicode.Scalar.samples.filter { $0.shown == $0 && !$0.isPlain }
        #expect(drawn == [])
    }

    @Test(arguments: HostileText.all)
    func `a frame with a hostile text has the control sequences of one without`(
        hostile: HostileText
    ) {
        #expect(controls(hostile.text) == controls("harmless"))
    }

    /// The control characters in the encoding of a screen with the text on it.
    private func controls(_ text: String) -> [UInt8] {
        var screen = Screen(columns: 40, rows: 2)
        screen.put(text, row: 0, column: 0, width: 8)
        screen.put("|", row: 1, column: 0)
        var bytes: [UInt8] = []
        ScreenEncoder(isColored: false).encode(from: nil, to: screen, into: &bytes)
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        #expect(scalars.allSatisfy { $0.isPlain || $0.value < 0x20 })
        return bytes.filter { $0 < 0x20 || $0 == 0x7F }
    }

    @Test(arguments: HostileText.all)
    func `a cell of a table is one line and counts as it is shown`(hostile: HostileText) {
        var table = TextTable([("A", .left), ("B", .left)])
        table.add([hostile.text, "end"])
        table.add(["x", "end"])
        #expect(table.lines.count == 3)
        #expect(table.lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.isPlain } })
        #expect(table.lines[1].hasPrefix(hostile.text.plain + "  end"))
    }
}
