import PlainText
import Vocabulary

/// How the reports write numbers, and texts that come from outside.
enum ReportText {
    /// `number` with `decimals` decimals, digits grouped by spaces; `?` if it exceeds 64 bits.
    static func fixed(_ number: Double, _ decimals: Int) -> String {
        guard let rounded = Decimal64(rounding: number, decimals: decimals) else { return "?" }
        let text = rounded.description
        let digits = text.drop { $0 == "-" }
        let whole = digits.prefix { $0 != "." }
        let sign = text.prefix(text.count - digits.count)
        return sign + QuantityText.grouped(digits: whole) + digits.dropFirst(whole.count)
    }

    /// Without decimals if it is whole, else with two.
    static func short(_ number: Double) -> String {
        fixed(number, number == number.rounded() ? 0 : 2)
    }

    /// For the side of a chart: `950`, `2.5 k`, `40 k`, `1.2 M`.
    static func compact(_ number: Double) -> String {
        let (scale, unit) =
            abs(number) >= 1e6 ? (1e6, " M") : abs(number) >= 1e4 ? (1e3, " k") : (1, "")
        let scaled = number / scale
        return fixed(scaled, scaled == scaled.rounded() ? 0 : 1) + unit
    }

    /// Rounded to three digits or a whole number: `0.0123`, `1.25`, `12.5`, `1 250`.
    static func significant(_ number: Double) -> String {
        guard number != 0 else { return "0" }
        let steps = [100.0, 10, 1, 0.1, 0.01]
        return fixed(number, steps.firstIndex { abs(number) >= $0 } ?? 5)
    }

    /// Microseconds up to ten milliseconds, then milliseconds: `180 µs`, `12.5 ms`, `1 200 ms`.
    static func latency(_ microseconds: Double) -> String {
        guard abs(microseconds) >= 10_000 else { return "\(fixed(microseconds, 0)) µs" }
        return "\(fixed(microseconds / 1000, abs(microseconds) < 100_000 ? 1 : 0)) ms"
    }

    static func latency(_ microseconds: Int64) -> String { latency(Double(microseconds)) }

    /// Three digits and a decimal unit: `512 B`, `1.50 kB`, `38.2 MB`.
    static func bytes(_ number: Double) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var scaled = number
        var scale = 0
        // 999.5 would be rounded to four digits.
        while scale < units.count - 1, abs(scaled) >= 999.5 {
            scaled /= 1000
            scale += 1
        }
        let isShort = scale == 0 || abs(scaled) >= 99.95
        return "\(fixed(scaled, isShort ? 0 : abs(scaled) >= 9.995 ? 1 : 2)) \(units[scale])"
    }

    /// Text from outside with `?` for what could end a line, move a cursor or turn the direction.
    static func shown(_ text: String) -> String { text.plain(marking: "?") }
}
