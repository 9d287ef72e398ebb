import TestSupport
import Testing
import WireProtocol

@Suite struct JSONValueTests {
    /// The same value by the standard library's decoder.
    private func slow(_ text: String) -> JSONValue? {
        (try? JSONTree(line: text)).map(JSONValue.init)
    }

    private func number(_ chance: inout SeededGenerator) -> String {
        let whole = "\(chance.anyLength())"
        let fraction = chance.chance(60) ? ".\(chance.anyLength().magnitude)" : ""
        let exponent =
            chance.chance(20) ? chance.pick(["e", "E+", "e-"]) + "\(chance.below(300))" : ""
        return whole + fraction + exponent
    }

    private func text(_ chance: inout SeededGenerator) -> String {
        let parts = [
            "a", "session", " ", "é", "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9",
            "\\ud83d\\ude00",
            "\\b\\f\\r\\t", "\u{7F}",
        ]
        return "\"" + (0..<chance.below(6)).map { _ in chance.pick(parts) }.joined() + "\""
    }

    private func json(_ chance: inout SeededGenerator, depth: Int) -> String {
        let space = chance.chance(10) ? " \t" : ""
        switch chance.below(depth > 0 ? 7 : 5) {
        case 0: return space + number(&chance)
        case 1, 2: return text(&chance) + space
        case 3: return number(&chance)
        case 4: return chance.pick(["true", "false", "null", "0", "-0", "-0.5"])
        case 5:
            let items = (0..<chance.below(4)).map { _ in json(&chance, depth: depth - 1) }
            return "[" + space + items.joined(separator: ",") + "]"
        case _:
            let fields = (0..<chance.below(4)).map { index in
                "\"\(index)\":" + json(&chance, depth: depth - 1)
            }
            return "{" + fields.joined(separator: space + ",") + space + "}"
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `JSON is read as the standard library reads it`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for row in 0..<300 {
            let text = json(&chance, depth: 4)
            let value = slow(text)
            #expect(JSONValue(line: text.utf8) == value, "seed \(seed), row \(row): \(text)")
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `what is broken anywhere is refused where the standard library refuses it`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for row in 0..<300 {
            var bytes = Array(json(&chance, depth: 3).utf8.filter { $0 < 0x80 })
            let noise = Array("{}[]\",:0.e-+tn\\u \u{1}".utf8)
            if !bytes.isEmpty { bytes[chance.below(bytes.count)] = chance.pick(noise) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(
                JSONValue(line: bytes) == slow(text), "seed \(seed), row \(row): \(text)")
        }
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "01", "-", "1.", ".5", "1e",
        "+1",
        "1e999", "\"", "\"\\\"", "\"\\x\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
        "\"\\udc00\"", "\"\u{1}\"", "tru", "nul", "truee", "1 2", "NaN", "Infinity",
    ])
    func `what is not JSON is nil`(text: String) {
        #expect(JSONValue(line: text.utf8) == nil)
    }

    @Test func `no depth and no bytes reach a trap`() {
        for text in ["[", "{\"a\":", "[[1],"] {
            let deep = String(repeating: text, count: 100_000)
            #expect(JSONValue(line: deep.utf8) == nil)
        }
        for byte in UInt8.min...UInt8.max {
            _ = JSONValue(line: [byte])
            _ = JSONValue(line: [0x22, byte, 0x22])
            _ = JSONValue(line: [0x22, 0x5C, byte])
        }
        #expect(JSONValue(line: [0x22, 0xC3, 0x22]) == nil)
    }

    @Test func `numbers of the wire are read to the last bit`() {
        for (text, value) in [
            ("141.20", 141.2), ("0.1", 0.1), ("-7.25", -7.25), ("9007199254740992", 0x1p53),
            ("5629499534213119", 5629499534213119), ("123456789012345678", 123456789012345680),
            ("0.30000000000000004", 0.1 + 0.2), ("1e23", 1e23), ("2.5E-3", 0.0025),
        ] {
            #expect(JSONValue(line: text.utf8) == .number(value), "\(text)")
        }
    }
}

extension JSONValue {
    fileprivate init(_ tree: JSONTree) {
        switch tree {
        case .null: self = .null
        case .flag(let flag): self = .boolean(flag)
        case .number(let number): self = .number(number)
        case .text(let text): self = .string(text)
        case .list(let items): self = .array(items.map(Self.init))
        case .object(let fields): self = .object(fields.mapValues(Self.init))
        }
    }
}
