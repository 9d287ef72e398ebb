import PlainText
import Simulation

/// A best time in words: `5 km in 24:30`, `marathon in 3:29:00`, `1500 m in 5:10`.
enum BestTime {
    static let form =
        "a distance in m, km or mi, mile, half marathon or marathon, and a time of m:ss or "
        + "h:mm:ss, such as \"5 km in 24:30\""

    private static let races = ["marathon": 42_195.0, "half marathon": 21_097.5, "mile": 1609.344]

    /// Metres, rounded to millimetres, and seconds; nil if the text says no distance and time.
    static func parse(_ text: String) -> AthleteOrder.Fitness? {
        let words = text.split(separator: " ").map(String.init)
        guard let middle = words.firstIndex(of: "in"), middle + 2 == words.count,
            let distance = distance(words[..<middle].joined(separator: " ")),
            let seconds = seconds(words[middle + 1])
        else { return nil }
        return .best(distance: distance, seconds: seconds)
    }

    static func text(distance: Double, seconds: Double) -> String {
        let whole = Int(seconds)
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let time = (hours > 0 ? [hours, minutes, whole % 60] : [minutes, whole % 60])
            .enumerated().map { index, part in
                index == 0 || part > 9 ? "\(part)" : "0\(part)"
            }.joined(separator: ":")
        return "\(shortest(distance)) m in \(time)"
    }

    private static func shortest(_ metres: Double) -> String {
        Int(exactly: metres).map { "\($0)" } ?? "\(metres)"
    }

    private static func distance(_ text: String) -> Double? {
        if let race = races[text.lowercased()] { return race }
        for (unit, metres) in [("km", 1000.0), ("mi", 1609.344), ("m", 1)]
        where text.hasSuffix(unit) {
            let number = text.dropLast(unit.count)
            let digits = number.last == " " ? number.dropLast() : number
            guard digits.count <= 9, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
            else { return nil }
            return Double(digits).map { ($0 * metres * 1000).rounded() / 1000 }
        }
        return nil
    }

    /// `24:30` or `3:29:00`; every part but the first has two digits below 60.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let first = wholeNumber(parts[0]), first < 1000 else {
            return nil
        }
        var seconds = first
        for part in parts.dropFirst() {
            guard part.count == 2, let number = wholeNumber(part), number < 60 else { return nil }
            seconds = 60 * seconds + number
        }
        return Double(seconds)
    }

    private static func wholeNumber(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.count <= 3, text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return nil
        }
        return Int(text)
    }
}
