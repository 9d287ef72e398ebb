import Vocabulary

/// A value of a day with the unit that a person writes behind it: `130lb`, `71.3 kg`, `5km`.
package struct MeasuredText: Equatable, Sendable {
    /// In the unit of the metric, with its decimals; unrounded if it was written in that unit.
    package let value: Decimal64
    /// Whether it was written in another unit.
    package let isConverted: Bool

    /// Kilometres or pounds: more than any day has.
    private static let most = 1e6

    /// - Parameter usual: the unit of a text that names none; nil is the metric's own.
    /// - Returns: nil for no number, for one too large, and for a unit that the metric has not.
    package init?(_ text: String, of metric: DayMetric, usual: String? = nil) {
        let digits = text.prefix { !$0.isLetter }
        let unit = text.dropFirst(digits.count)
        let name = unit.isEmpty ? usual : String(unit).lowercased()
        guard let written = Decimal64(parsing: digits.filter { $0 != " " }) else {
            return nil
        }
        let units = metric.shown.quantity.written
        let factor = name == nil ? 1 : units.first { $0.unit == name }?.factor
        guard let factor else { return nil }
        isConverted = factor != 1
        guard isConverted else {
            value = written
            return
        }
        let number = Double(written.units) / Double(Decimal64.powerOfTen(written.decimals))
        guard abs(number) <= Self.most,
            let rounded = Decimal64(rounding: number * factor, decimals: metric.decimals)
        else { return nil }
        value = rounded.shortened
    }

    /// The units that may be written, for a message: `kg or lb`; empty where there is one only.
    package static func units(_ metric: DayMetric) -> String {
        // A plural is understood, and need not be told.
        let names = metric.shown.quantity.written.map(\.unit).filter { !$0.hasSuffix("s") }
        guard let last = names.last else { return "" }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }
}
