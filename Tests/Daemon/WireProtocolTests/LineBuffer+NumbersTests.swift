import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct LineBufferNumbersTests {
    private func written(_ units: Int64, _ decimals: Int) -> String {
        var buffer = LineBuffer()
        buffer.appendDecimal(units: units, decimals: decimals)
        return buffer.text
    }

    @Test(arguments: [
        (15120, 2, "151.20"), (-5, 2, "-0.05"), (0, 0, "0"), (0, 3, "0.000"), (-1, 0, "-1"),
        (99, 1, "9.9"), (100, 1, "10.0"), (7, 18, "0.000000000000000007"),
        (Int64.max, 0, "9223372036854775807"), (.min, 0, "-9223372036854775808"),
        (.min, 18, "-9.223372036854775808"),
    ])
    func `a fixed-point number has exactly its places`(
        units: Int64, decimals: Int, text: String
    ) {
        #expect(written(units, decimals) == text)
    }

    @Test func `numbers around every power of ten are written like Decimal64 writes them`() {
        for exponent in 0...18 {
            for offset in -2...2 {
                let magnitude = Decimal64.powerOfTen(exponent) + Int64(offset)
                for units in [magnitude, -magnitude] {
                    for decimals in 0...18 {
                        let decimal = Decimal64(units: units, decimals: decimals)
                        #expect(written(units, decimals) == "\(decimal)")
                    }
                }
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `random numbers are written like Decimal64 writes them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let sign: Int64 = Bool.random(using: &generator) ? 1 : -1
            let decimal = Decimal64(
                units: sign &* generator.anyLength(),
                decimals: Int.random(in: 0...18, using: &generator))
            var buffer = LineBuffer(capacity: 1)
            buffer.append(decimal)
            #expect(buffer.text == "\(decimal)", "seed \(seed)")
        }
    }

    @Test(arguments: [UInt64(4)])
    func `integers are written like String writes them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let value =
                Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator)
            var buffer = LineBuffer()
            buffer.appendInteger(value)
            #expect(buffer.text == String(value), "seed \(seed)")
        }
    }
}
