import Terminal
import Testing

@Suite struct CellTests {
    @Test func `a cell shows no control character, whichever it is given`() {
        let controls = [0...0x1F, 0x7F...0x9F, 0x2028...0x2029] as [ClosedRange<UInt32>]
        for value in controls.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            var cell = Cell(scalar: scalar)
            #expect(cell.scalar == "?", "\(value)")
            cell.scalar = "a"
            cell.scalar = scalar
            #expect(cell.scalar == "?", "\(value)")
        }
    }

    @Test(arguments: [
        ("aéÿŁ ~", "aéÿŁ ~"), ("─╭█▁▏⣿·°±→♥✈", "─╭█▁▏⣿·°±→♥✈"), ("Жπא", "Жπא"),
        ("日本語", "???"), ("한글", "??"), ("ａ１", "??"), ("🏃✅", "??"), ("a\u{3000}b", "a?b"),
        ("e\u{301}x", "ex"), ("\u{1112}\u{1161}\u{11AB}", "?"), ("♥\u{FE0F}", "♥"),
        ("a\u{200B}\u{200D}\u{AD}\u{FEFF}b", "ab"), ("a\u{202E}b\u{2066}c", "abc"),
        ("a\u{A0}b\u{2009}c", "a b c"), ("\u{E000}\u{378}", "??"), ("a\tb\r\nc", "a?b??c"),
        ("\u{1B}[2J", "?[2J"), ("\u{9B}2J", "?2J"), ("🇩🇪", "??"),
    ])
    func `text from strangers keeps to its columns`(text: String, shown: String) {
        var screen = Screen(columns: 20, rows: 1)
        #expect(screen.put(text, row: 0, column: 0) == shown.count)
        let wanted = shown.reversed().drop { $0 == " " }.reversed()
        #expect(screen.text == [String(wanted)])
        #expect(text.columnCount == shown.count)
    }

    @Test func `whatever scalar a cell is given, it holds one that may stand there`() {
        for value in stride(from: 0, through: 0x10FFFF, by: 61) as StrideThrough<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = Cell(scalar: scalar).scalar
            let category = shown.properties.generalCategory
            #expect(shown == scalar || shown == "?" || shown == " ", "\(value)")
            #expect(![.control, .format, .nonspacingMark].contains(category), "\(value)")
        }
    }

    @Test(arguments: [nil] + Color.allCases)
    func `a style keeps what it is given`(color: Color?) {
        for flags in 0..<16 {
            let isOn = (0..<4).map { flags >> $0 & 1 == 1 }
            var style = CellStyle(
                foreground: color, background: .red, isBold: isOn[0], isDim: isOn[1],
                isReversed: isOn[2], isUnderlined: isOn[3])
            style.background = color
            style.isBold.toggle()
            #expect(style.foreground == color && style.background == color)
            #expect(style.isBold != isOn[0] && style.isDim == isOn[1])
            #expect(style.isReversed == isOn[2] && style.isUnderlined == isOn[3])
        }
    }

    @Test func `a cell is small`() {
        #expect(MemoryLayout<Cell>.stride == 8)
    }
}
