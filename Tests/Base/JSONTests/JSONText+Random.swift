import TestSupport

extension SeededGenerator {
    /// The text of a JSON object with the forms that requests have, and rare ones.
    mutating func jsonObject(depth: Int = 3) -> String {
        let names = ["op", "id", "a", "é", "", "select", "two words", "\\u0062", "kinds"]
        let fields = names.shuffled(using: &self).prefix(below(5)).map { name in
            "\"\(name)\"\(jsonSpace()):\(jsonSpace())\(jsonValue(depth: depth - 1))\(jsonSpace())"
        }
        return "{\(jsonSpace())" + fields.joined(separator: ",") + "}"
    }

    private mutating func jsonValue(depth: Int) -> String {
        switch below(depth > 0 ? 8 : 6) {
        case 0, 1: return jsonNumber()
        case 2, 3: return jsonString()
        case 4: return pick(["true", "false", "null"])
        case 5: return pick(["0", "-0", "-0.0", "[]", "{}", "9007199254740993"])
        case 6:
            let items = (0..<below(4)).map { _ in jsonValue(depth: depth - 1) + jsonSpace() }
            return "[\(jsonSpace())" + items.joined(separator: ", ") + "]"
        case _: return jsonObject(depth: depth)
        }
    }

    mutating func jsonNumber() -> String {
        let fraction = chance(50) ? ".\(anyLength().magnitude)" : ""
        let exponent = chance(30) ? pick(["e", "E+", "e-"]) + "\(below(25))" : ""
        return "\(anyLength())" + fraction + exponent
    }

    private mutating func jsonString() -> String {
        let parts = [
            "a", "s0.0", " ", "é", "😀", "\u{7F}", "\\n", "\\\"", "\\\\", "\\/", "\\b\\f\\r\\t",
            "\\u00e9", "\\uD83D\\udE00", "\\u0000",
        ]
        return "\"" + (0..<below(6)).map { _ in pick(parts) }.joined() + "\""
    }

    private mutating func jsonSpace() -> String { chance(80) ? "" : pick([" ", "\t", "\r\n "]) }

    /// Changes, removes, inserts or repeats a few bytes.
    mutating func mutate(_ bytes: inout [UInt8]) {
        let telling =
            Array("{}[]\",:\\0123456789eE+-.tfnu \t\r\n\0".utf8) + [0x80, 0xC3, 0xED, 0xFF]
        for _ in 0...below(3) {
            let place = number(0...bytes.count)
            let byte = chance(70) ? pick(telling) : UInt8(below(256))
            switch below(4) {
            case 0 where place < bytes.count: bytes[place] = byte
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2:
                let end = Swift.min(bytes.count, place + below(9))
                bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
            case _: bytes.insert(byte, at: place)
            }
        }
    }
}
