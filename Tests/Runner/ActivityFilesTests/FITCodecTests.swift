import TestSupport
import Testing

@testable import ActivityFiles

/// What the encoder writes, the decoder reads.
@Suite struct FITCodecTests {
    private struct Sent {
        let message: FITMessageNumber
        let values: [(field: FITField, value: FITValue)]
    }

    private static let kinds: [FITMessageNumber] = [.fileID, .session, .lap, .record, .event]
    private static let texts = ["", "easy", "Zürich", "längere Wörter", "日本", "👟🏃"]

    @Test(arguments: Seeds.of(1...100, few: 4))
    func `messages come back as they were sent`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var encoder = FITEncoder()
        let slots = (0..<15).map { _ in
            let layout = Self.layout(&random, hasDeveloperFields: random.happens(oneIn: 2))
            return (encoder.define(layout), layout)
        }
        var sent: [Sent] = []
        for _ in 0..<60 {
            if random.happens(oneIn: 3) {
                let layout = Self.layout(&random, hasDeveloperFields: false)
                let values = layout.fields.map { ($0, Self.value(of: $0.type, &random)) }
                encoder.write(layout.message, values)
                sent.append(Sent(message: layout.message, values: values))
            } else {
                let (slot, layout) = random.pick(slots)
                let values = layout.fields.map { ($0, Self.value(of: $0.type, &random)) }
                let more = layout.developerFields.map { Self.value(of: $0.type, &random) }
                encoder.write(values.map(\.1) + more, as: slot)
                sent.append(Sent(message: layout.message, values: values))
            }
        }
        let messages = try decoded(encoder.finish())
        try #require(messages.count == sent.count)
        for (message, sent) in zip(messages, sent) {
            #expect(message.kind == sent.message, "seed \(seed)")
            for (field, value) in sent.values { check(message, field, value, seed) }
        }
    }

    private func check(_ message: FITMessage, _ field: FITField, _ value: FITValue, _ seed: UInt64)
    {
        switch value {
        case .integer(let integer):
            let expected = field.type.bits(of: integer) == nil ? nil : integer
            #expect(message.integer(field.number) == expected, "seed \(seed): \(field)")
        case .text(let text) where field.type == .string:
            let found = message.text(field.number) ?? ""
            #expect(text.hasPrefix(found), "seed \(seed): \(field)")
            let isWhole = found.utf8.count == min(text.utf8.count, found.utf8.count)
            #expect(isWhole && (text.utf8.count >= field.size || found == text))
        case .none, .real, .text, .bytes:
            if field.type.isInteger { #expect(message.integer(field.number) == nil) }
        }
    }

    private static func layout(
        _ random: inout SeededGenerator, hasDeveloperFields: Bool
    ) -> FITLayout {
        let numbers = Set((0...random.below(9)).map { _ in UInt8(random.below(253)) })
        let fields = numbers.sorted().map { number in
            let type = random.pick(FITBaseType.allCases)
            return FITField(number, type, count: type == .string ? random.number(1...20) : 1)
        }
        let developerFields = (0..<(hasDeveloperFields ? random.number(1...4) : 0)).map { index in
            let type = random.pick([FITBaseType.float32, .string, .uint8, .int16])
            return FITDeveloperField(
                number: UInt8(index), name: "n\(index)", units: "", type: type,
                size: type == .string ? random.number(1...20) : type.size)
        }
        return FITLayout(
            message: random.pick(kinds), fields: fields, developerFields: developerFields)
    }

    private static func value(
        of type: FITBaseType, _ random: inout SeededGenerator
    ) -> FITValue {
        switch random.below(8) {
        case 0: .none
        case 1: .real(Float(random.below(1000)) / 7)
        case 2,
            3 where type == .string:
            .text(random.pick(texts))
        case 4: .integer(-random.anyLength())
        case _: type == .string ? .text(random.pick(texts)) : .integer(random.anyLength())
        }
    }

    @Test func `a text is cut between characters`() throws {
        var encoder = FITEncoder()
        encoder.write(.sport, [(FITField(3, .string, count: 6), .text("Läufe"))])
        encoder.write(.sport, [(FITField(3, .string, count: 7), .text("Läufe"))])
        let messages = try decoded(encoder.finish())
        #expect(messages.map { $0.text(3) } == ["Läuf", "Läufe"])
    }
}
