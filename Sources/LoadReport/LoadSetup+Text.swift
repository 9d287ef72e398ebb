extension LoadSetup {
    /// `200 subscribers (180 steady, 10 slow, 10 resume)`.
    var subscriberText: String {
        let text = ReportText.counted(subscribers, "subscriber")
        let shares = classes.map {
            "\(ReportText.count($0.count)) \($0.subscriberClass.rawValue)"
        }
        return shares.isEmpty ? text : "\(text) (\(shares.joined(separator: ", ")))"
    }

    /// `60 s + 5 s warm-up`.
    var spanText: String {
        guard stages.isEmpty else { return "\(ReportText.short(seconds)) s in stages" }
        let warmUp = "\(ReportText.short(warmUpSeconds)) s warm-up (excluded)"
        return "\(ReportText.short(seconds)) s + \(warmUp)"
    }
}
