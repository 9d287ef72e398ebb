import JSON
import TestSupport
import Testing

/// The strict dialect against the decoder of the standard library.
@Suite struct StrictAgreementTests {
    private enum Outcome {
        case value(PlacedJSON)
        case fault(JSONFault)
    }

    private func read(_ bytes: [UInt8]) -> Outcome {
        do throws(JSONFault) {
            // A slice that does not begin at 0, because offsets count from the text's start.
            return .value(try PlacedJSON.object(in: ([0, 0] + bytes)[2...], levels: 16))
        } catch {
            return .fault(error)
        }
    }

    /// What is refused although the decoder reads it.
    private func isStricter(_ fault: JSONFault) -> Bool {
        switch fault.problem {
        case .repeatedName, .tooDeep, .tooCloseToZero, .expected(.object): true
        // The decoder lets a comma pass before a bracket, and a byte zero at the end.
        case .expected(.name): fault.found == UInt8(ascii: "}")
        case .expected(.value): fault.found == UInt8(ascii: "]")
        case .expected(.end): fault.found == 0
        case _: false
        }
    }

    /// Whether the text is read.
    private func hold(_ bytes: [UInt8], _ seed: UInt64) -> Bool {
        let note = "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
        switch read(bytes) {
        case .value(let value):
            // The decoder takes some zeros with an exponent for numbers that are too small.
            if String(decoding: bytes, as: UTF8.self).contains(/0[eE]/) { return true }
            #expect(JSONTree(value) == (try? JSONTree(line: bytes)), "\(note)")
            return true
        case .fault(let fault):
            #expect((0...bytes.count).contains(fault.offset), "\(note)")
            #expect(fault.found == (fault.offset < bytes.count ? bytes[fault.offset] : nil))
            #expect(isStricter(fault) || (try? JSONTree(line: bytes)) == nil, "\(fault) \(note)")
            return false
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `what is valid is read with the values that the decoder reads`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            #expect(hold(Array(chance.jsonObject().utf8), seed))
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `what has been changed is read by both or by none, apart from what is stricter`(
        seed: UInt64
    ) {
        var chance = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<600 {
            var bytes = Array(chance.jsonObject().utf8)
            chance.mutate(&bytes)
            accepted += hold(bytes, seed) ? 1 : 0
        }
        #expect((50..<550).contains(accepted))
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `any bytes are refused, with a place among them`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let bytes = (0..<chance.below(40)).map { _ in UInt8(chance.below(256)) }
            #expect(!hold(bytes, seed))
            #expect(!hold(Array("{\"a\":\"".utf8) + bytes, seed) || bytes.contains(0x22))
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `an object that ends too early is refused at every byte`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = Array(chance.jsonObject().utf8)
            for length in 0..<bytes.count {
                #expect(!hold(Array(bytes.prefix(length)), seed))
            }
        }
    }
}

extension JSONTree {
    fileprivate init(_ value: PlacedJSON) {
        switch value.content {
        case .object(let fields):
            self = .object(
                Dictionary(uniqueKeysWithValues: fields.map { ($0.name, Self($0.value)) }))
        case .array(let items): self = .list(items.map(Self.init))
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number.double)
        case .boolean(let flag): self = .flag(flag)
        case .null: self = .null
        }
    }
}
