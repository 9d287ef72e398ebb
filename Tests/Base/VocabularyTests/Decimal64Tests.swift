import Testing
import Vocabulary

@Suite struct Decimal64Tests {
    private static let numbers: [(String, Int64, Int)] = [
        ("0", 0, 0), ("-0", 0, 0), ("7", 7, 0), ("-12", -12, 0), ("3.25", 325, 2),
        ("-3.25", -325, 2), ("0.0", 0, 1), ("007", 7, 0), ("1.50", 150, 2), ("-0.5", -5, 1),
        ("999999999.999999999", 999_999_999_999_999_999, 9),
        ("-999999999.999999999", -999_999_999_999_999_999, 9),
    ]

    @Test(arguments: numbers) func `decimal numbers parse`(
        text: String, units: Int64, decimals: Int
    ) {
        #expect(Decimal64(parsing: text) == Decimal64(units: units, decimals: decimals))
    }

    @Test(arguments: [
        "", "-", ".", "-.", "1.", ".5", "-.5", "--1", "+1", "1-", "1.-5", "- 1", " 1", "1 ", "1e3",
        "1E3", "0x1", "1,5", "1.2.3", "1..2", "1_000", "nan", "inf", "-inf", "1000000000",
        "0.1234567890", "٣", "１", "1\u{301}", "1\0", "\u{2212}1", "1\n",
    ])
    func `anything else is not a decimal number`(text: String) {
        #expect(Decimal64(parsing: text) == nil)
    }

    @Test func `what is printed reads back`() {
        for units in Int64(-2100)...2100 {
            for decimals in 0...9 {
                let decimal = Decimal64(units: units, decimals: decimals)
                #expect(Decimal64(parsing: "\(decimal)") == decimal)
            }
        }
    }

    private static let printed: [(Int64, Int, String)] = [
        (5, 0, "5"), (5, 3, "0.005"), (-5, 3, "-0.005"), (0, 2, "0.00"), (-100, 2, "-1.00"),
        (123_456, 2, "1234.56"), (.max, 0, "9223372036854775807"),
        (.min, 0, "-9223372036854775808"), (.min, 18, "-9.223372036854775808"),
        (1, 18, "0.000000000000000001"),
    ]

    @Test(arguments: printed) func `all places are printed`(
        units: Int64, decimals: Int, text: String
    ) {
        #expect("\(Decimal64(units: units, decimals: decimals))" == text)
    }

    @Test(
        arguments: [
            (1500, 3, "1.5"), (2000, 3, "2"), (0, 3, "0"), (-250, 2, "-2.5"), (10, 0, "10"),
            (1001, 3, "1.001"),
        ] as [(Int64, Int, String)])
    func `the shortest form has no zeros at its end`(units: Int64, decimals: Int, text: String) {
        #expect("\(Decimal64(units: units, decimals: decimals).shortened)" == text)
    }

    /// The integer with the least distance, the even one of two.
    private func nearest(_ dividend: Int64, _ divisor: Int64) -> Int64? {
        let guess = dividend / divisor
        return (guess - 1...guess + 1).min { left, right in
            let (near, far) = (
                (dividend - left * divisor).magnitude, (dividend - right * divisor).magnitude
            )
            return near < far || (near == far && left % 2 == 0)
        }
    }

    @Test func `quotients of small numbers round half to even`() {
        for divisor in Int64(1)...40 {
            for dividend in Int64(-300)...300 {
                let quotient = dividend.dividedRoundingToEven(by: divisor)
                #expect(quotient == nearest(dividend, divisor), "\(dividend) / \(divisor)")
            }
        }
    }

    private static let largestQuotients: [(Int64, Int64, Int64)] = [
        (.max, 1, .max), (.min, 1, .min), (.max, .max, 1), (.min, .max, -1), (.max, 2, 1 << 62),
        (.max - 2, 2, (1 << 62) - 2), (.min + 1, 2, -(1 << 62)), (.max / 2, .max, 0),
        (.max / 2 + 1, .max, 1), (-(.max / 2), .max, 0), (-(.max / 2) - 1, .max, -1),
        (1 << 61, 1 << 62, 0), (3 << 61, 1 << 62, 2), (-(1 << 61), 1 << 62, 0),
    ]

    @Test(arguments: largestQuotients) func `quotients of the largest numbers do not overflow`(
        dividend: Int64, divisor: Int64, quotient: Int64
    ) {
        #expect(dividend.dividedRoundingToEven(by: divisor) == quotient)
    }

    @Test func `rounding keeps the nearest number of the wanted places`() {
        for units in Int64(-1200)...1200 {
            for (decimals, places) in [(3, 2), (3, 1), (3, 0), (2, 1), (1, 0)] {
                let rounded = Decimal64(units: units, decimals: decimals).rounded(to: places)
                let divisor = Decimal64.powerOfTen(decimals - places)
                #expect(rounded.decimals == places)
                #expect(rounded.units == nearest(units, divisor), "\(units) \(decimals) \(places)")
            }
        }
    }

    @Test func `rounding to more places keeps the number`() {
        #expect(
            Decimal64(units: -25, decimals: 1).rounded(to: 3)
                == Decimal64(units: -2500, decimals: 3))
        #expect(Decimal64(units: 7, decimals: 2).rounded(to: 2) == Decimal64(units: 7, decimals: 2))
    }

    @Test func `powers of ten are powers of ten`() {
        for exponent in 1...18 {
            #expect(Decimal64.powerOfTen(exponent) == 10 * Decimal64.powerOfTen(exponent - 1))
        }
        #expect(Decimal64.powerOfTen(0) == 1)
    }

    @Test func `more than 18 places trap`() async {
        await #expect(processExitsWith: .failure) { _ = Decimal64(units: 1, decimals: 19) }
    }
}
