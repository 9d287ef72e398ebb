import Vocabulary

extension SubscribeRequest {
    /// The smoothing that the fields of `smooth` ask for.
    static func smoothing(_ fields: RequestFields.Smooth) throws(WireError) -> Smoothing {
        switch fields.kind {
        case nil, "none":
            try refuse(fields.over, "over", kind: "none")
            try refuse(fields.halfLife, "half_life", kind: "none")
            return .none
        case "mean": return .mean(try over(fields, kind: "mean"))
        case "median": return .median(try over(fields, kind: "median"))
        case "ema": return .ema(halfLife: try halfLife(fields, kind: "ema"))
        case "ema2": return .ema2(halfLife: try halfLife(fields, kind: "ema2"))
        case let kind?:
            throw WireError(
                .badSmoothing, reason: "There is no smoothing \(Excerpt.quoted(kind)).",
                suggestion: "Use none, mean, median, ema or ema2.", field: "smooth.kind")
        }
    }

    private static func over(
        _ fields: RequestFields.Smooth, kind: String
    ) throws(WireError) -> FleetDuration {
        try refuse(fields.halfLife, "half_life", kind: kind)
        guard let over = fields.over else {
            throw DurationField.over.error("\(kind) needs over, the span that it covers.")
        }
        return try DurationField.over.duration(over)
    }

    private static func halfLife(
        _ fields: RequestFields.Smooth, kind: String
    ) throws(WireError) -> FleetDuration {
        try refuse(fields.over, "over", kind: kind)
        guard let halfLife = fields.halfLife else {
            throw DurationField.halfLife.error("\(kind) needs half_life.")
        }
        return try DurationField.halfLife.duration(halfLife)
    }

    private static func refuse(
        _ value: String?, _ name: String, kind: String
    ) throws(WireError) {
        guard value != nil else { return }
        throw WireError(
            .badSmoothing, reason: "\(kind) does not take \(name).",
            suggestion: "mean and median take over; ema and ema2 take half_life.",
            field: "smooth.\(name)")
    }
}
