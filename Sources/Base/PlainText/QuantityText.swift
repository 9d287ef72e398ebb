/// How people read large numbers.
public enum QuantityText {
    /// `1 234 567`.
    public static func count(_ number: Int) -> String {
        (number < 0 ? "-" : "") + grouped(digits: String(number.magnitude))
    }

    /// Digits without a sign, with a space before every three from the end: `1 234 567`.
    public static func grouped(digits: some StringProtocol) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += " " }
            text.append(digit)
        }
        return text
    }

    /// `1 session`, `1 234 sessions`.
    public static func counted(_ number: Int, _ noun: String) -> String {
        "\(count(number)) \(number.noun(noun))"
    }

    /// Three digits and a binary unit: `512 B`, `1.50 KiB`, `64.0 MiB`.
    public static func bytes(_ number: Int) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var scale = 0
        while scale < units.count - 1, number >> (10 * (scale + 1)) > 0 { scale += 1 }
        guard scale > 0 else { return "\(number) B" }
        return "\(threeDigits(Double(number) / Double(1 << (10 * scale)))) \(units[scale])"
    }

    /// The two largest units: `3 d 4 h`, `4 h 5 min`, `5 min 6 s`, `6 s`.
    public static func duration(seconds: Int) -> String {
        let units = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
        guard let first = units.firstIndex(where: { seconds >= $0.1 }) else { return "0 s" }
        var left = seconds
        let parts = units[first...].prefix(2).compactMap { name, length -> String? in
            defer { left %= length }
            return left >= length || length == units[first].1 ? "\(left / length) \(name)" : nil
        }
        return parts.joined(separator: " ")
    }

    /// Three digits and a unit: `85 µs`, `1.25 ms`, `2.00 s`.
    public static func latency(microseconds: Int) -> String {
        switch microseconds {
        case ..<1000: "\(microseconds) µs"
        case ..<1_000_000: "\(threeDigits(Double(microseconds) / 1000)) ms"
        default: "\(threeDigits(Double(microseconds) / 1_000_000)) s"
        }
    }

    private static func threeDigits(_ number: Double) -> String {
        let decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0
        let scale = [1.0, 10, 100][decimals]
        let units = Int((number * scale).rounded())
        guard decimals > 0 else { return "\(units)" }
        let fraction = String(units % Int(scale))
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(units / Int(scale)).\(zeros)\(fraction)"
    }
}
