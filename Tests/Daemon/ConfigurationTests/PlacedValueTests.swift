import Configuration
import JSON
import Testing

@Suite struct PlacedValueTests {
    private func fields(_ text: String) throws -> [PlacedJSON.Field] {
        guard case .object(let fields) = try PlacedJSON.configuration(Array(text.utf8)).content
        else {
            Issue.record("\(text) is no object")
            return []
        }
        return fields
    }

    private func number(_ text: String) throws -> Double? {
        guard case .number(let number)? = try content(text) else { return nil }
        return number.double
    }

    private func places(_ offsets: [Int], in text: String) -> [String] {
        let text = PlacedText(Array(text.utf8))
        return offsets.map { "\(text.place(of: $0))" }
    }

    private func content(_ value: String) throws -> PlacedJSON.Content? {
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
        #expect(try number(text) == expected)
        #expect(try number("\(text)//\n") == expected)
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
        #expect(items.map(\.offset) == [4, 6, 10])
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
        #expect(places(fields.map(\.nameOffset), in: text) == ["3:3", "4:6", "5:3"])
        #expect(places(fields.map(\.value.offset), in: text) == ["3:6", "4:12", "5:11"])
        guard case .object(let inner) = fields[2].value.content,
            case .array(let items)? = inner.first?.value.content
        else {
            Issue.record("\(fields)")
            return
        }
        #expect(places(items.map(\.offset), in: text) == ["5:18", "6:1"])
    }

    @Test func `columns count characters, not bytes, and no byte order mark`() throws {
        let text = "\u{FEFF}{'é🛫': 1}"
        #expect(places(try fields(text).map(\.value.offset), in: text) == ["1:8"])
    }

    @Test func `ten thousand fields in one line have their places`() throws {
        let names = (0..<10_000).map { "k\($0)" }
        let text = "{" + names.map { "\($0):[1]" }.joined(separator: ",") + "}"
        let fields = try fields(text)
        #expect(fields.map(\.name) == names)
        var column = 2
        let columns = names.map { name in
            defer { column += name.count + 5 }
            return "1:\(column)"
        }
        #expect(places(fields.map(\.nameOffset), in: text) == columns)
    }
}
