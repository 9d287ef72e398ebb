import Terminal
import Testing

@Suite struct ScreenEncoderTests {
    private static let bare = ScreenEncoder(isColored: true, isSynchronized: false)

    private func text(
        _ encoder: ScreenEncoder = bare, from old: Screen?, to new: Screen
    ) -> String {
        var bytes: [UInt8] = []
        encoder.encode(from: old, to: new, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
            .replacing("\u{1B}[", with: "^").replacing("\u{8}", with: "<")
    }

    private func screen(_ rows: [String], columns: Int = 30, _ style: CellStyle = .plain) -> Screen
    {
        var screen = Screen(columns: columns, rows: rows.count)
        for (row, text) in rows.enumerated() { screen.put(text, row: row, column: 0, style) }
        return screen
    }

    @Test(arguments: [
        ("a", "a", ""),
        ("abc", "Xbc", "^HX"),
        ("abc", "abX", "^;3HX"),
        ("abc", "XbY", "^HXbY"),
        ("abcdefgh", "XbcdYfgh", "^HXbcdY"),
        ("abcdefgh", "XbcdefYh", "^HX^5CY"),
        ("0123456789abcdefghijklmnop", "X123456789abcdefghijklmnoY", "^HX^24CY"),
        ("", "ab  cd", "^Hab  cd"),
        ("abcd", "ab", "^;3H  "),
        ("abcdefg", "ab", "^;3H^K"),
        ("abcdefg", "Xb", "^HXb^K"),
        ("abcdefghij", "Xbcdefg", "^HX^6C   "),
        ("abcdefghijk", "Xbcdefg", "^HX^6C^K"),
        ("⣿⣿⣿⣿⣿", "a⣿b⣿⣿", "^Ha^Cb"),
        ("⣿⣿⣿⣿⣿", "a⣿⣿b⣿", "^Ha^2Cb"),
    ])
    func `a row is changed in the cheapest way`(old: String, new: String, bytes: String) {
        #expect(text(from: screen([old]), to: screen([new])) == bytes)
    }

    @Test(arguments: [
        (["ab", "cd"], ["Xb", "Yd"], "^HX\r\nY"),
        (["ab", "cd", "ef"], ["Xb", "cd", "Yf"], "^HX\r\n\nY"),
        (["ab", "cd"], ["aX", "cY"], "^;2HX^B<Y"),
        (["abcdef", "abcdef"], ["abcdeX", "abcdYf"], "^;6HX^B<<Y"),
        (["abcdef", "abcdef"], ["abcdeX", "Ybcdef"], "^;6HX\r\nY"),
        (["a", "", "", "", "", "", "", "b"], ["X", "", "", "", "", "", "", "Y"], "^HX^8HY"),
    ])
    func `rows are reached in the cheapest way`(old: [String], new: [String], bytes: String) {
        #expect(text(from: screen(old), to: screen(new)) == bytes)
    }

    @Test func `behind the last column nothing relies on where the cursor is`() {
        let old = screen(["abc", "abc", "abc"], columns: 3)
        let below = screen(["abX", "abY", "abc"], columns: 3)
        #expect(text(from: old, to: below) == "^;3HX^2;3HY")
        let left = screen(["abX", "aYc", "Zbc"], columns: 3)
        #expect(text(from: old, to: left) == "^;3HX\r\n^CY\r\nZ")
    }

    @Test func `the last cell of the last row is written like any other`() {
        let new = screen(["ab", "cd"], columns: 2)
        #expect(text(from: nil, to: new) == "^m^H^Jab\r\ncd")
    }

    private static let styles: [(from: CellStyle, to: CellStyle, sequence: String)] = [
        (CellStyle(isBold: true), CellStyle(isBold: true), ""),
        (.plain, CellStyle(foreground: .brightWhite), "^97m"),
        (.plain, CellStyle(background: .brightBlack, isUnderlined: true), "^4;100m"),
        (CellStyle(foreground: .red), CellStyle(foreground: .blue), "^34m"),
        (CellStyle(foreground: .red, isBold: true), .plain, "^m"),
        (CellStyle(foreground: .red, isBold: true), CellStyle(foreground: .red), "^22m"),
        (CellStyle(foreground: .red, isBold: true), CellStyle(isBold: true), "^39m"),
        (CellStyle(isBold: true), CellStyle(isDim: true), "^;2m"),
        (
            CellStyle(foreground: .red, isBold: true, isDim: true),
            CellStyle(foreground: .red, isDim: true), "^22;2m"
        ),
        (
            CellStyle(foreground: .red, background: .blue, isReversed: true),
            CellStyle(foreground: .red, background: .blue), "^27m"
        ),
    ]

    @Test(arguments: styles)
    func `a style is changed in the cheapest way`(
        from: CellStyle, to: CellStyle, sequence: String
    ) {
        let old = Screen(columns: 2, rows: 1)
        var new = old
        new[0, 0] = Cell(scalar: "a", style: from)
        new[0, 1] = Cell(scalar: "b", style: to)
        let bytes = text(from: old, to: new)
        #expect(bytes.contains("a\(sequence)b"))
        #expect(bytes.hasSuffix(to == .plain ? "b" : "b^m"))
    }

    @Test func `a space takes the style before it where that looks the same`() {
        let old = Screen(columns: 9, rows: 1)
        var new = old
        new.put("a", row: 0, column: 0, CellStyle(foreground: .red))
        new.put("b", row: 0, column: 2, CellStyle(foreground: .red))
        #expect(text(from: old, to: new) == "^H^31ma b^m")
        new[0, 1].style.isUnderlined = true
        #expect(text(from: old, to: new) == "^H^31ma^;4m ^;31mb^m")
    }

    @Test func `a row is erased in no style that would show`() {
        let old = screen(["aaaaaaaa"])
        for style in [CellStyle(background: .red), CellStyle(isReversed: true)] {
            let new = screen(["b"], style)
            #expect(text(from: old, to: new).hasSuffix("b^m^K"))
        }
        #expect(text(from: old, to: screen(["b"], CellStyle(isBold: true))) == "^H^1mb^K^m")
    }

    @Test func `a background at the end of a row is written, not erased`() {
        var new = Screen(columns: 6, rows: 1)
        new.fill(new.area, " ", CellStyle(background: .red))
        #expect(text(from: screen(["abcdef"], columns: 6), to: new) == "^H^41m      ^m")
    }

    @Test func `without colours the rest of a style remains`() {
        let encoder = ScreenEncoder(isColored: false, isSynchronized: false)
        let old = Screen(columns: 9, rows: 1)
        let style = CellStyle(
            foreground: .red, background: .blue, isBold: true, isDim: true, isReversed: true,
            isUnderlined: true)
        #expect(text(encoder, from: old, to: screen(["a"], columns: 9, style)) == "^H^1;2;4;7ma^m")
        let red = screen(["a"], columns: 9, CellStyle(foreground: .red))
        let blue = screen(["a"], columns: 9, CellStyle(background: .blue))
        #expect(text(encoder, from: red, to: blue) == "")
    }

    @Test func `a frame is marked as one, and only if it changes something`() {
        let encoder = ScreenEncoder(isColored: true)
        let (old, new) = (screen(["a"]), screen(["b"]))
        #expect(text(encoder, from: old, to: new) == "^?2026h^Hb^?2026l")
        #expect(text(encoder, from: old, to: old) == "")
    }

    @Test func `a frame is appended to what the buffer holds`() {
        var bytes: [UInt8] = [1, 2]
        let encoder = ScreenEncoder(isColored: true)
        encoder.encode(from: screen(["a"]), to: screen(["a"]), into: &bytes)
        #expect(bytes == [1, 2])
        encoder.encode(from: screen(["a"]), to: screen(["b"]), into: &bytes)
        #expect(bytes == [1, 2] + Array("\u{1B}[?2026h\u{1B}[Hb\u{1B}[?2026l".utf8))
    }

    @Test(arguments: [(0, 0), (0, 5), (5, 0), (1, 1), (1000, 1), (1, 1000)])
    func `a screen of another size is unknown, and any size will do`(columns: Int, rows: Int) {
        var new = Screen(columns: columns, rows: rows)
        new[rows - 1, columns - 1] = Cell(scalar: "x")
        let bytes = text(from: screen(["abc"], columns: 3), to: new)
        #expect(bytes == text(from: nil, to: new))
        #expect(bytes.hasPrefix("^m^H^J"))
        #expect(bytes.utf8.count < 20)
    }
}
