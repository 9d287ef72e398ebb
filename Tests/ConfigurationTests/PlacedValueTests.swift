import Configuration
import Testing

@Suite struct PlacedValueTests {
    private func fields(_ text: String) throws -> [PlacedValue.Field] {
        guard case .object(let fields) = try PlacedValue(json5: Array(text.utf8)).content else {
            Issue.record("\(text) is no object")
            return []
        }
        return fields
    }

    private func content(_ value: String) throws -> PlacedValue.Content? {
        try fields("{a:\(value)}").first?.value.content
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("12", 12), ("+12", 12), ("-12", -12), ("1.5", 1.5), (".5", 0.5),
        ("5.", 5), ("-.5", -0.5), ("+5.", 5), ("0.", 0), ("1e3", 1000), ("1E+3", 1000),
        ("5.e-1", 0.5), (".5e1", 5), ("0x1F", 31), ("-0X1f", -31), ("+0x10", 16), ("0x0", 0),
        ("0x00000000000000000000000001", 1), ("0x20000000000000", 9_007_199_254_740_992),
        ("9007199254740991", 9_007_199_254_740_991), ("5e-324", .leastNonzeroMagnitude),
        ("1.7976931348623157e308", .greatestFiniteMagnitude),
        ("123456789012345678901234567890", 1.2345678901234568e29),
    ])
    func `every form of a number is read`(text: String, expected: Double) throws {
        #expect(try content(text) == .number(expected))
        #expect(try content("\(text)//\n") == .number(expected))
        #expect(try content("[\(text)/**/,]") != nil)
    }

    @Test(arguments: [
        (#""""#, ""), ("''", ""), (#""it's""#, "it's"), (#"'"'"#, "\""), (#"'\'\"\\\/'"#, "'\"\\/"),
        (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#"'\x41\xe9'"#, "Aé"), (#"'\u0041\u00E9'"#, "Aé"),
        (#"'\ud83d\uDEEB'"#, "🛫"), ("'é 🛫 \u{2028}'", "é 🛫 \u{2028}"), ("'// /* { ,'", "// /* { ,"),
    ])
    func `every form of a text is read`(text: String, expected: String) throws {
        #expect(try content(text) == .text(expected))
        #expect(try fields("{\(text): 1}").first?.name == expected)
    }

    @Test func `true, false, null, lists and objects are read`() throws {
        #expect(try content("true") == .boolean(true))
        #expect(try content("false") == .boolean(false))
        #expect(try content("null") == .null)
        #expect(try content("[]") == .array([]))
        #expect(try content("{}") == .object([]))
        guard case .array(let items)? = try content("[1,'b',[true],]") else {
            Issue.record("no list")
            return
        }
        #expect(items.count == 3)
        #expect(items.map(\.place.column) == [5, 7, 11])
    }

    @Test(arguments: [
        "a", "$", "_a1", "é", "ab\u{301}", "a\u{200C}b", "ⅷ", "a٣", "a‿b", "true", "NaN",
    ])
    func `a name without quotes is read`(name: String) throws {
        #expect(try fields("{\(name)/**/ :1}").first?.name == name)
    }

    @Test func `fields come in their order, each with its places`() throws {
        let text = """
            // first\r
            {\r
              b: 1, /* é
              */ 'a' :\t"x",
              limits: { c: [ 2,\r{ d: 3 } ] },
            }
            """
        let fields = try fields(text)
        #expect(fields.map(\.name) == ["b", "a", "limits"])
        #expect(fields.map(\.namePlace.description) == ["3:3", "4:6", "5:3"])
        #expect(fields.map(\.value.place.description) == ["3:6", "4:12", "5:11"])
        guard case .object(let inner) = fields[2].value.content,
            case .array(let items)? = inner.first?.value.content
        else {
            Issue.record("\(fields)")
            return
        }
        #expect(
            items.map(\.place) == [TextPlace(line: 5, column: 18), TextPlace(line: 6, column: 1)])
    }

    @Test func `columns count characters, not bytes, and no byte order mark`() throws {
        #expect(try fields("\u{FEFF}{'é🛫': 1}").first?.value.place.column == 8)
    }

    @Test func `ten thousand fields in one line have their places`() throws {
        let names = (0..<10_000).map { "k\($0)" }
        let fields = try fields("{" + names.map { "\($0):[1]" }.joined(separator: ",") + "}")
        #expect(fields.map(\.name) == names)
        #expect(
            fields.last?.namePlace.column == 2 + names.dropLast().reduce(0) { $0 + $1.count + 5 })
    }
}
