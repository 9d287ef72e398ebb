import Vocabulary

/// Moments in the fields of requests.
enum MomentField {
    /// Microseconds since 1970.
    ///
    /// - Parameter clock: is asked for the present only if the moment needs it.
    static func microseconds(
        _ text: String, _ path: String, of operation: Operation, looksAhead: Bool = false,
        by clock: () -> MomentClock
    ) throws(WireError) -> Int64 {
        try resolve(text, path, operation) { moment throws(SkippedTime) in
            try clock().microseconds(of: moment, looksAhead: looksAhead)
        }
    }

    /// Where the intervals of a query begin or end.
    static func anchor(
        _ text: String, _ path: String, of operation: Operation, by clock: () -> MomentClock
    ) throws(WireError) -> CivilAnchor {
        try resolve(text, path, operation) { moment throws(SkippedTime) in
            try clock().anchor(of: moment)
        }
    }

    private static func resolve<Value>(
        _ text: String, _ path: String, _ operation: Operation,
        _ body: (Moment) throws(SkippedTime) -> Value
    ) throws(WireError) -> Value {
        guard let moment = Moment(parsing: text) else {
            throw .badField(
                path, of: operation, reason: "\(Excerpt.quoted(text)) is not a moment.")
        }
        do throws(SkippedTime) {
            return try body(moment)
        } catch {
            throw WireError(
                .badField, reason: "\(error).", suggestion: "Give another time of day.",
                field: path)
        }
    }
}
