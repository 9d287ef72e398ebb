import Configuration
import FoundationEssentials
import JSON
import TestSupport
import Testing

/// The scanner and the decoder read the same texts in the same sense.
@Suite struct JSON5AgreementTests {
    /// Any value, as the decoder alone reads it.
    private enum Tree: Decodable {
        case leaf

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            self = .leaf
            if let container = try? decoder.container(keyedBy: Name.self) {
                for name in container.allKeys { _ = try container.decode(Tree.self, forKey: name) }
            } else if var container = try? decoder.unkeyedContainer() {
                while !container.isAtEnd { _ = try container.decode(Tree.self) }
            } else {
                try Self.passLeaf(try decoder.singleValueContainer())
            }
        }

        /// Leaves numbers as they are: at some that are wrong the decoder stops the process.
        private static func passLeaf(_ container: any SingleValueDecodingContainer) throws {
            if container.decodeNil() || (try? container.decode(Bool.self)) != nil { return }
            do {
                _ = try container.decode(String.self)
            } catch DecodingError.typeMismatch(let type, let context) {
                guard context.debugDescription.contains("number") else {
                    throw DecodingError.typeMismatch(type, context)
                }
            }
        }
    }

    private func isDecoded(_ bytes: [UInt8]) -> Bool {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return (try? decoder.decode(Tree.self, from: Data(bytes))) != nil
    }

    private func fault(_ bytes: [UInt8]) -> JSON5Fault? {
        do throws(JSON5Fault) {
            _ = try PlacedJSON.configuration(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: UInt64(1)...6)
    func `every way of writing a value is read as that value`(seed: UInt64) throws {
        var writer = JSON5Writer(generator: SeededGenerator(seed: seed))
        for _ in 0..<300 {
            let sample = JSON5Sample.drawn(using: &writer.generator)
            let text = writer.text(of: sample)
            let read = try PlacedJSON.configuration(Array(text.utf8))
            #expect(JSON5Sample(read) == sample, "seed \(seed): \(text)")
        }
    }

    /// What the scanner refuses although the decoder reads it; `JSONScanner.Dialect` says why.
    private static let stricter = [
        "an object is expected here", "occurs twice in one object", "the bytes are not UTF-8",
        "the number is not finite", "a zero takes no exponent", "the number is too large",
        "a text that goes on in the next line is not read", "a line separator stands in a comment",
        "is expected here, not \\", "is expected here, not the byte 0", "deep",
    ]

    /// Numbers have a test of their own.
    private static func isAboutNumber(_ fault: JSON5Fault) -> Bool {
        fault.reason.contains("number")
            || ["a digit", "a hexadecimal digit", "a zero", "\"N", "\"I"].contains {
                fault.reason.hasPrefix($0)
            }
    }

    /// At some names that are not UTF-8 the decoder stops the process.
    @Test(arguments: UInt64(1)...6)
    func `a changed text is read by both or by none, apart from what is stricter`(
        seed: UInt64
    ) throws {
        var writer = JSON5Writer(generator: SeededGenerator(seed: seed))
        var counts = (accepted: 0, refused: 0)
        for _ in 0..<600 {
            let sample = JSON5Sample.drawn(using: &writer.generator)
            var text = Array(writer.text(of: sample).utf8)
            for _ in 0...Int.random(in: 0...2, using: &writer.generator) {
                text.change(using: &writer.generator)
            }
            guard let fault = fault(text) else {
                counts.accepted += 1
                continue
            }
            counts.refused += 1
            guard !Self.isAboutNumber(fault), String(validating: text, as: UTF8.self) != nil,
                isDecoded(text)
            else { continue }
            #expect(
                Self.stricter.contains { fault.reason.contains($0) },
                "seed \(seed): \(fault) in \(String(decoding: text, as: UTF8.self))")
        }
        #expect(counts.accepted > 50 && counts.refused > 50)
    }

    @Test func `every character in a name without quotes is read by both or by none`() {
        let scalars = (0x80...0x30FF).compactMap(Unicode.Scalar.init)
        for scalar in scalars {
            for name in ["\(scalar)", "a\(scalar)"] {
                let text = Array("{\(name):1}".utf8)
                #expect(
                    (fault(text) == nil) == isDecoded(text), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }
}

extension [UInt8] {
    /// Changes, removes, inserts or repeats something.
    fileprivate mutating func change(using generator: inout SeededGenerator) {
        let telling =
            Array("{}[]\"',:\\0123456789xXeE+-.trufalsenINy$_/* \t\r\n\0".utf8) + [
                0x80, 0xA0, 0xC3, 0xE2, 0xFF,
            ]
        let place = Int.random(in: 0...count, using: &generator)
        let byte = telling.randomElement(using: &generator)!
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where place < count: self[place] = byte
        case 1 where place < count: remove(at: place)
        case 2:
            let end = Swift.min(count, place + Int.random(in: 0...8, using: &generator))
            insert(contentsOf: Array(self[place..<end]), at: place)
        case _: insert(byte, at: place)
        }
    }
}
