import Configuration
import JSON
import TestSupport
import Testing

/// Numbers against the grammar of the specification, which a regular expression can say.
@Suite struct JSON5NumberTests {
    private static let alphabet = Array("01.e+-xa")

    /// What the text stands for; nil if it is no number that is read.
    private func value(_ text: String) -> Double? {
        let hexadecimal = /[+\-]?0[xX][0-9a-fA-F]+/
        let decimal = /[+\-]?(?:(?:0|[1-9][0-9]*)\.?[0-9]*|\.[0-9]+)(?:[eE][+\-]?[0-9]+)?/
        guard text.wholeMatch(of: hexadecimal) != nil || text.wholeMatch(of: decimal) != nil,
            text.wholeMatch(of: /[+\-]?0[0-9].*/) == nil
        else { return nil }
        let digits = text.drop { $0 == "+" || $0 == "-" }
        let sign = text.hasPrefix("-") ? -1.0 : 1
        if digits.hasPrefix("0x") {
            return UInt64(digits.dropFirst(2), radix: 16).map { sign * Double($0) }
        }
        guard let value = Double(digits), value.isFinite else { return nil }
        return value == 0 && digits.contains("e") ? nil : sign * value
    }

    private func read(_ text: String) -> Double? {
        guard let object = try? PlacedJSON.configuration(Array("{a:\(text)}".utf8)),
            case .object(let fields) = object.content,
            case .number(let number)? = fields.first?.value.content
        else { return nil }
        return number.double
    }

    @Test func `every text of up to four characters is read as the specification says`() {
        var texts = [""]
        var length = 0
        var numbers = 0
        while length < 4 {
            texts = texts.flatMap { text in Self.alphabet.map { text + String($0) } }
            length += 1
            for text in texts {
                let expected = value(text)
                #expect(read(text) == expected, "\(text)")
                numbers += expected == nil ? 0 : 1
            }
        }
        #expect(numbers > 100)
    }

    @Test(arguments: UInt64(1)...4)
    func `longer ones as well`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let length = Int.random(in: 5...9, using: &generator)
            let text = String(
                (0..<length).map { _ in
                    // Mostly digits, so that many are numbers.
                    Bool.random(using: &generator)
                        ? "1" : Self.alphabet.randomElement(using: &generator)!
                })
            #expect(read(text) == value(text), "seed \(seed): \(text)")
        }
    }
}
