import Terminal
import Testing

@Suite struct KeyReaderTests {
    private static let named: [(text: String, key: Key)] = [
        ("[A", .up), ("[B", .down), ("[C", .right), ("[D", .left), ("[H", .home), ("[F", .end),
        ("OA", .up), ("OB", .down), ("OC", .right), ("OD", .left), ("OH", .home), ("OF", .end),
        ("[1~", .home), ("[7~", .home), ("[4~", .end), ("[8~", .end), ("[3~", .delete),
        ("[5~", .pageUp), ("[6~", .pageDown), ("[Z", .backTab), ("OM", .enter), ("[1;5A", .up),
        ("[3;2~", .delete), ("O5C", .right),
    ]

    /// Function keys, keys with Alt, answers of a terminal, and sequences of no known key.
    private static let nameless = [
        "OP", "O2P", "[11~", "[15;5~", "[24~", "[2~", "[[A", "[[E", "[P", "[27;5;9~", "[97;5u",
        "[?1;2c", "[>0;276;0c", "[12;40R", "[99999999999999999999~",
        "a", "é", "😀", "]11;rgb:0/0/0\u{7}", "]0;t\u{1B}\\", "P1$r0m\u{1B}\\", "_Gi=1;OK\u{1B}\\",
        "[1 q", "O ", "[:::;;;~",
    ]

    /// Ignored sequences: other encodings of mouse reports, releases and moves, coordinates of 0,
    /// focus reports, pastes.
    private static let silent = [
        "[M !!", "[M\u{7F}~q", "[<0;12;7m", "[32;12;7M", "[I", "[O",
        "[<1;12;7M", "[<2;12;7M", "[<3;12;7M", "[<32;12;7M", "[<35;12;7M", "[<66;12;7M",
        "[<64;12;7m", "[<0;0;7M", "[<0;12;0M", "[<0;12M", "[<M", "[<;;M", "[<0;12;7;1M",
        "[<99999999999999999999;12;7M",
        "[200~q\rrm -rf /\u{1B}[A\u{1B}[201x\u{1B}\u{1B}[201~", "[201~", "[200~\u{1B}[201~",
    ]

    private static let mouse: [(text: String, key: Key)] = [
        ("[<0;12;7M", .mouse(MouseEvent(.press, row: 6, column: 11))),
        ("[<64;1;1M", .mouse(MouseEvent(.wheelUp, row: 0, column: 0))),
        ("[<65;200;60M", .mouse(MouseEvent(.wheelDown, row: 59, column: 199))),
        // With Shift, Alt and Ctrl held.
        ("[<28;12;7M", .mouse(MouseEvent(.press, row: 6, column: 11))),
        ("[<85;12;7M", .mouse(MouseEvent(.wheelDown, row: 6, column: 11))),
        (
            "[<0;99999999999999999999;9999M",
            .mouse(MouseEvent(.press, row: MouseEvent.placeMax, column: MouseEvent.placeMax))
        ),
        ("[<000;0012;07M", .mouse(MouseEvent(.press, row: 6, column: 11))),
    ]

    private static let sequences: [(text: String, keys: [Key])] =
        (named + mouse).map { ("\u{1B}" + $0.text, [$0.key]) }
        + nameless.map { ("\u{1B}" + $0, [.unknown]) }
        + silent.map { ("\u{1B}" + $0, []) }

    @Test(arguments: sequences)
    func `a sequence is one key or none, and what follows is read`(text: String, keys: [Key]) {
        var reader = KeyReader()
        #expect(reader.take(text.utf8) == keys)
        #expect(!reader.isInsideSequence)
        #expect(reader.take("q\u{1B}[B".utf8) == [.character("q"), .down])
    }

    @Test(arguments: sequences)
    func `a sequence may be cut anywhere`(text: String, keys: [Key]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var reader = KeyReader()
            #expect(reader.take(bytes[..<cut]) + reader.take(bytes[cut...]) == keys, "at \(cut)")
        }
        var reader = KeyReader()
        #expect(bytes.flatMap { reader.take([$0]) } == keys)
    }

    @Test(arguments: sequences)
    func `a sequence that ends too early is no press of its letters`(text: String, keys: [Key]) {
        let bytes = Array(text.utf8)
        for cut in 1..<bytes.count {
            var reader = KeyReader()
            var found = reader.take(bytes[..<cut])
            let isInside = reader.isInsideSequence
            found += reader.finish()
            #expect(found.allSatisfy { $0 == (cut == 1 ? .escape : .unknown) }, "at \(cut)")
            #expect(found.count <= 1 && !reader.isInsideSequence, "at \(cut)")
            if cut == 1 { #expect(isInside && found == [.escape]) }
        }
    }

    @Test func `an escape is a key only when nothing follows`() {
        var reader = KeyReader()
        #expect(reader.finish() == [])
        #expect(reader.take([0x1B]) == [])
        #expect(reader.isInsideSequence)
        #expect(reader.finish() == [.escape])
        #expect(reader.take([0x1B, 0x1B]) == [.escape])
        #expect(reader.take("[A".utf8) == [.up])
        #expect(reader.take([0x1B, 0x03]) == [.escape, .control("c")])
    }

    @Test func `every control character is a key`() {
        var keys = "@abcdefghijklmnopqrstuvwxyz\u{0}\\]^_".map(Key.control)
        keys[0x08] = .backspace
        keys[0x09] = .tab
        keys[0x0A] = .enter
        keys[0x0D] = .enter
        for byte in 0..<0x20 as Range<UInt8> where byte != 0x1B {
            var reader = KeyReader()
            #expect(reader.take([byte]) == [keys[Int(byte)]], "\(byte)")
            #expect(!reader.isInsideSequence)
        }
        var reader = KeyReader()
        #expect(reader.take([0x7F]) == [.backspace])
    }

    @Test(arguments: [
        "\u{1B}[", "\u{1B}[12;", "\u{1B}O", "\u{1B}[[", "\u{1B}]0;", "\u{C3}", "\u{1B}P",
    ])
    func `a control character ends a sequence and counts`(text: String) {
        for byte in [0x03, 0x0D] as [UInt8] {
            var reader = KeyReader()
            let key: Key = byte == 3 ? .control("c") : .enter
            let bytes = text == "\u{C3}" ? [0xC3] : Array(text.utf8)
            #expect(reader.take(bytes + [byte]) == [.unknown, key])
        }
    }

    @Test func `a report of the mouse that a control character ends is silent`() {
        var reader = KeyReader()
        #expect(reader.take([0x1B] + Array("[M!".utf8) + [0x03]) == [.control("c")])
    }

    @Test func `a paste outlasts every wait, and Ctrl-C ends it`() {
        var reader = KeyReader()
        #expect(reader.take("\u{1B}[200~q".utf8) == [])
        #expect(!reader.isInsideSequence)
        #expect(reader.finish() == [])
        #expect(reader.take("q\u{1B}[20".utf8) == [])
        #expect(reader.finish() == [])
        #expect(reader.take("1~q".utf8) == [.character("q")])
        #expect(reader.take("\u{1B}[200~q\u{3}q".utf8) == [.control("c"), .character("q")])
    }

    @Test func `printable characters are keys`() {
        var reader = KeyReader()
        let text = String(String.UnicodeScalarView((0x20...0x7E).compactMap { Unicode.Scalar($0) }))
        #expect(reader.take(text.utf8) == text.map(Key.character))
    }
}
