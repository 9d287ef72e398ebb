import Terminal
import Testing

@Suite struct SymbolsTests {
    @Test(arguments: Symbols.allCases)
    func `a choice outranks locale and terminal`(symbols: Symbols) {
        let found = Symbols(choice: symbols.rawValue, locale: ["C"], terminalType: "linux")
        #expect(found == symbols)
    }

    @Test(arguments: [
        ([nil, nil, "en_US.UTF-8"], Symbols.braille), (["", nil, "de_DE.utf8@euro"], .braille),
        (["C.UTF-8", "C", "C"], .braille), ([nil, "POSIX", "en_US.UTF-8"], .ascii),
        (["C", nil, "en_US.UTF-8"], .ascii), ([nil, nil, nil], .ascii), ([], .ascii),
        (["de_DE.ISO-8859-1"], .ascii), (["UTF-8"], .ascii), (["en_US.Utf8"], .braille),
    ])
    func `the first locale that is set names the character set`(
        locale: [String?], symbols: Symbols
    ) {
        for choice in [nil, "", "auto"] {
            let found = Symbols(choice: choice, locale: locale, terminalType: "xterm")
            #expect(found == symbols)
        }
    }

    @Test(arguments: ["linux", "linux-16color", "screen.linux"])
    func `the console of Linux has blocks, but no braille`(type: String) {
        #expect(Symbols(choice: nil, locale: ["C.UTF-8"], terminalType: type) == .block)
        #expect(Symbols(choice: nil, locale: ["C"], terminalType: type) == .ascii)
        #expect(Symbols(choice: nil, locale: ["C.UTF-8"], terminalType: nil) == .braille)
    }

    @Test func `the choices go round`() {
        #expect(Symbols.allCases.map(\.next) == [.block, .ascii, .braille])
    }
}
