import Vocabulary

/// A field that holds a duration within bounds: reads it, or says exactly why it cannot be used.
struct DurationField {
    let field: String
    let code: ErrorCode
    let bounds: ClosedRange<FleetDuration>
    /// What else the field may hold, as the end of a sentence.
    var alternative = ""

    static let window = DurationField(
        field: "window", code: .badWindow, bounds: ProtocolLimits.window,
        alternative: ", or \"session\"")
    static let every = DurationField(
        field: "every", code: .badEvery, bounds: ProtocolLimits.every)
    static let over = DurationField(
        field: "smooth.over", code: .badSmoothing, bounds: ProtocolLimits.smoothingOver)
    static let halfLife = DurationField(
        field: "smooth.half_life", code: .badSmoothing, bounds: ProtocolLimits.halfLife)
    static let interval = DurationField(
        field: "interval", code: .badWindow, bounds: ProtocolLimits.queryInterval,
        alternative: ", or up to \(ProtocolLimits.queryIntervals) days, weeks or months of the "
            + "calendar, such as 1d, 2w or 1mo")
    static let staleness = DurationField(
        field: "queue.staleness", code: .badField, bounds: ProtocolLimits.staleness)

    /// The duration that `text` names, within the bounds.
    func duration(_ text: String) throws(WireError) -> FleetDuration {
        guard let duration = FleetDuration(parsing: text) else {
            throw error("\(Excerpt.quoted(text)) \(Self.flaw(of: text))")
        }
        try check(duration)
        return duration
    }

    /// Throws when `duration` is outside the bounds.
    func check(_ duration: FleetDuration) throws(WireError) {
        guard !bounds.contains(duration) else { return }
        throw error("\(duration) is outside \(bounds.lowerBound) to \(bounds.upperBound).")
    }

    func error(_ reason: String, suggestion: String? = nil) -> WireError {
        WireError(
            code, reason: reason,
            suggestion: suggestion
                ?? "Use a value from \(bounds.lowerBound) to \(bounds.upperBound)\(alternative).",
            field: field)
    }

    /// What is wrong with a text that could not be read: a number with a unit is finer than a tick,
    /// any other text is no duration.
    private static func flaw(of text: String) -> String {
        let units = ["ms", "s", "m", "h"]
        let isNumber = units.contains { unit in
            text.hasSuffix(unit)
                && Decimal64(parsing: text.dropLast(unit.count)).map { $0.units >= 0 } == true
        }
        return isNumber
            ? "is not a multiple of 20ms."
            : "is not a duration; write a number and a unit, such as 30s."
    }
}

/// A field that holds a name of the client's choice.
struct NameField {
    let field: String
    let limit: Int

    static let subscription = NameField(
        field: "sub", limit: ProtocolLimits.subscriptionNameCharacters)
    static let client = NameField(field: "name", limit: ProtocolLimits.clientNameCharacters)

    var form: String { "1 to \(limit) of the characters A-Z a-z 0-9 . _ -" }

    /// Returns `text` if it is a name.
    func name(_ text: String) throws(WireError) -> String {
        let bytes = text.utf8
        guard (1...limit).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else {
            throw .badField(field, reason: "\(Excerpt.quoted(text)) is not a name.")
        }
        return text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
