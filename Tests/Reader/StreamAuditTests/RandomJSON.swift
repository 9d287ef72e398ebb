import TestSupport

/// Writes fields of random names and values, as no daemon would but any may.
enum RandomJSON {
    /// Behind the others of an object: each begins with a comma. Names do not repeat.
    static func fields(_ dice: inout SeededGenerator, depth: Int = 3) -> String {
        (0..<dice.number(0...5)).map { index in
            ",\(space(&dice))\"\(plain(&dice))\(index)\"\(space(&dice)):\(space(&dice))"
                + value(&dice, depth: depth) + space(&dice)
        }.joined()
    }

    private static func value(_ dice: inout SeededGenerator, depth: Int) -> String {
        switch dice.below(depth > 0 ? 6 : 4) {
        case 0: return dice.pick(["true", "false"])
        case 1: return "\"\(text(&dice))\""
        case 2, 3: return number(&dice)
        case 4:
            let items = (0..<dice.number(0...3)).map { _ in value(&dice, depth: depth - 1) }
            return "[\(items.joined(separator: ",\(space(&dice))"))\(space(&dice))]"
        case _: return "{\"first\":0\(fields(&dice, depth: depth - 1))}"
        }
    }

    private static func number(_ dice: inout SeededGenerator) -> String {
        let whole = "\(dice.anyLength())"
        return dice.chance(50) ? whole : "\(whole).\(dice.below(100_000))"
    }

    private static func text(_ dice: inout SeededGenerator) -> String {
        let pieces = [
            "a", "Z 9", "é", "✈", "🛫", "\u{7f}", #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#,
            #"\r"#, #"\t"#, #"\u0041"#, #"\u00e9"#, #"\uFfFd"#, "{", "]", ",", ":",
        ]
        return (0..<dice.number(0...6)).map { _ in dice.pick(pieces) }.joined()
    }

    private static func plain(_ dice: inout SeededGenerator) -> String {
        (0..<dice.number(0...8)).map { _ in dice.pick(["a", "n", "t", "_", " ", "-"]) }.joined()
    }

    private static func space(_ dice: inout SeededGenerator) -> String {
        dice.chance(90) ? "" : dice.pick([" ", "\t", "\r", "  "])
    }
}
