import Configuration
import JSON
import TestSupport

/// A value that JSON5 can say, without the place where it is said.
enum JSON5Sample: Equatable {
    case object([(String, JSON5Sample)])
    case array([JSON5Sample])
    case text(String)
    case number(Double)
    case boolean(Bool)
    case null

    init(_ value: PlacedJSON) {
        switch value.content {
        case .object(let fields): self = .object(fields.map { ($0.name, Self($0.value)) })
        case .array(let items): self = .array(items.map(Self.init))
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number.double)
        case .boolean(let flag): self = .boolean(flag)
        case .null: self = .null
        }
    }

    static func == (left: Self, right: Self) -> Bool { "\(left)" == "\(right)" }

    /// A drawn one; an object at the top.
    static func drawn(using generator: inout SeededGenerator, depth: Int = 0) -> Self {
        switch depth == 0 ? 0 : Int.random(in: (depth > 3 ? 2 : 0)...6, using: &generator) {
        case 0:
            .object(
                names(using: &generator).map { ($0, drawn(using: &generator, depth: depth + 1)) })
        case 1:
            .array(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    drawn(using: &generator, depth: depth + 1)
                })
        case 2: .text(word(using: &generator))
        case 3:
            .number(
                Double(
                    Int64.random(
                        in: -9_007_199_254_740_991...9_007_199_254_740_991, using: &generator)
                        >> Int64.random(in: 0...53, using: &generator)))
        case 4:
            .number(
                Double.random(in: -1...1, using: &generator) * [1, 1e-9, 1e9, 1e200, 1e-200]
                    .randomElement(using: &generator)!)
        case 5: .boolean(.random(using: &generator))
        case _: .null
        }
    }

    private static func names(using generator: inout SeededGenerator) -> [String] {
        let all = [
            "a", "b_1", "$c", "é", "limits", "two words", "", "1", "true", "x\"y'z\\", "🛫", "ⅷ",
        ]
        return Array(
            all.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)))
    }

    private static func word(using generator: inout SeededGenerator) -> String {
        let parts = [
            "a", "'", "\"", "\\", "/", "//", "/*", "\n", "\t", "\u{8}", "é", "🛫", "{", ",",
            "\u{7F}", "\u{2028}", " ",
        ]
        return (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            parts.randomElement(using: &generator)!
        }.joined()
    }
}
