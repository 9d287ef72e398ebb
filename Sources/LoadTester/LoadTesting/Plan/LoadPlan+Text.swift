import LoadReport
import PlainText

extension LoadPlan {
    /// The plan and what it needs, for people; ends with a newline.
    package var text: String {
        let rows = [
            ("subscribers", "\(QuantityText.count(setup.subscribers)): \(shares)"),
            ("follow", follow), ("request", setup.request),
            ("course", course), ("needs", "\(files)\n\(memory)\n\(connections)"),
            ("repeat", setup.command),
        ]
        return rows.map { name, value in
            let lines = value.split(separator: "\n").joined(separator: "\n\(Self.margin)")
            return name + Self.margin.dropFirst(name.count) + lines + "\n"
        }.joined()
    }

    private static let margin = String(repeating: " ", count: 14)

    private var shares: String {
        setup.classes.map { "\(QuantityText.count($0.count)) \($0.subscriberClass.rawValue)" }
            .joined(separator: ", ")
    }

    private var follow: String {
        if options.spreads { return "one lane each, in turn" }
        return "\(needs.sessions.counted("session")) each"
    }

    private var course: String {
        if let stages = options.stages { return stages.text }
        let ramp = Double(setup.subscribers) / setup.course.connectionsPerSecond
        let tenths = Int((ramp * 10).rounded(.up))
        let warmUp = Self.seconds(setup.course.warmUpSeconds)
        return "\(tenths / 10).\(tenths % 10) s ramp, \(warmUp) s warm-up, "
            + "\(Self.seconds(setup.course.seconds)) s measured"
    }

    private static func seconds(_ seconds: Double) -> String {
        Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }

    private var files: String {
        "\(QuantityText.counted(needs.openFiles, "open file")) of "
            + "\(QuantityText.count(room.openFiles))"
    }

    private var memory: String {
        let free = room.bytes.map { " of \(QuantityText.bytes($0)) available" } ?? ""
        return "\(QuantityText.bytes(needs.bytes)) of memory at most\(free)"
    }

    private var connections: String {
        let free = room.connections.map { " of \(QuantityText.count($0)) that the daemon takes" }
        return "\(QuantityText.counted(setup.subscribers, "connection"))\(free ?? "")"
    }
}
