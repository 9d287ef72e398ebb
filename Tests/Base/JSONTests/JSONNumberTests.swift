import FoundationEssentials
import JSON
import TestSupport
import Testing

@Suite struct JSONNumberTests {
    private func number(_ text: String) -> JSONNumber? {
        let object = try? PlacedJSON.object(in: Array("{\"a\":\(text)}".utf8)[...], levels: 1)
        guard case .object(let fields)? = object?.content,
            case .number(let number)? = fields.first?.value.content
        else { return nil }
        return number
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("12", 12), ("12.0", 12), ("1e3", 1000), ("1.5e1", 15),
        ("9007199254740993", 9_007_199_254_740_993), ("9007199254740993.0", 9_007_199_254_740_993),
        ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
        ("922337203685477580.7e1", Int64.max), ("1e18", 1_000_000_000_000_000_000),
    ])
    func `an integer is exact however it is written`(text: String, integer: Int64) {
        #expect(number(text)?.integer == integer)
    }

    @Test(arguments: [
        "0.5", "1e19", "9223372036854775808", "-9223372036854775809", "1e300", "1.5e-3",
        "90071992547409930.5", "18446744073709551615", "18446744073709551616", "1e99999999999",
    ])
    func `what is no integer of 64 bits is none`(text: String) {
        #expect(number(text)?.integer == nil)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `doubles and integers are those of the decoder`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let text = chance.jsonNumber()
            let number = number(text)
            #expect(number?.double == Double(text), "seed \(seed): \(text)")
            // The decoder takes large numbers with a fraction for integers.
            guard !text.contains("."), text.count < 20 else { continue }
            let integer = try? JSONDecoder().decode(Int64.self, from: Data(text.utf8))
            #expect(number?.integer == integer, "seed \(seed): \(text)")
        }
    }

    @Test(
        arguments: [
            ("71.3", 1, 713), ("71.30", 1, 713), ("71", 1, 710), ("7.13e1", 1, 713),
            ("713e-1", 1, 713),
            ("-0.0", 1, 0), ("0", 0, 0), ("0e999999999999", 3, 0), ("-71.3", 1, -713),
            ("9007199254740993", 0, 9_007_199_254_740_993),
            ("9223372036854775807", 0, .max), ("-9223372036854775808", 0, .min),
            ("0.3", 1, 3), ("922337203685477580.7", 1, .max),
            ("1e18", 0, 1_000_000_000_000_000_000),
        ] as [(String, Int, Int64)])
    func `units of a decimal are exact`(text: String, decimals: Int, units: Int64) {
        #expect(number(text)?.units(decimals: decimals) == units)
    }

    @Test(arguments: [
        ("71.35", 1), ("71.3", 0), ("1e-1", 0), ("0.30000000000000004", 1), ("1e19", 0),
        ("9223372036854775808", 0), ("922337203685477580.8", 1), ("1e300", 3), ("1e-300", 3),
        ("71.300000000000000000000000000000", 1), ("-9223372036854775809", 0),
    ])
    func `what has more decimals or digits has no units`(text: String, decimals: Int) {
        #expect(number(text)?.units(decimals: decimals) == nil)
    }
}
