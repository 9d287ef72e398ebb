import PlainText

extension RelayReport {
    /// A relay that has written nothing for this span is taken for gone.
    package static let silence = Duration.seconds(15)

    /// Whether the relay has ended, or has written nothing for too long.
    ///
    /// - Parameter wall: microseconds since 1970.
    package func isGone(at wall: Int64) -> Bool {
        state == .ended || Self.span(writtenAt, wall) > Self.silence.components.seconds * 1_000_000
    }

    /// The report as text for people.
    ///
    /// - Parameter wall: microseconds since 1970.
    package func shown(at wall: Int64) -> ShownText {
        let ago = { (at: Int64) in
            QuantityText.duration(seconds: Int(Self.span(at, wall) / 1_000_000)) + " ago"
        }
        let head: ShownText =
            isGone(at: wall)
            ? "relay \(name): not running, last seen \(ago(writtenAt))\n"
            : "relay \(name): \(Self.words(state)), process \(process)\n"
        let lag = [
            lagLines.map { "about \(QuantityText.counted($0, "line"))" },
            lagSeconds.map { "\(Self.rounded($0)) s of fleet time" },
        ].compactMap(\.self).joined(separator: " and ")
        let last = lastAcknowledgedAt.map { ", the last \(ago($0))" } ?? ""
        let failure = lastFailure.map { ", the last: \($0)" } ?? ""
        let rows: [(String, String)] = [
            ("lag", lag.isEmpty ? "not known yet" : lag),
            ("unacknowledged", QuantityText.counted(linesUnacknowledged, "line")),
            ("acknowledged", "\(QuantityText.counted(linesAcknowledged, "line"))\(last)"),
            ("retries", "\(QuantityText.count(retries))\(failure)"),
            ("links lost", QuantityText.count(linksLost)),
        ]
        return rows.reduce(head) { text, row in
            text + "  \(row.0.padded(to: 16, .left))\(row.1)\n"
        }
    }

    /// The microseconds between two instants of any size from a file; 0 if `to` is before `from`.
    private static func span(_ from: Int64, _ to: Int64) -> Int64 {
        let (span, isBeyond) = to.subtractingReportingOverflow(from)
        return isBeyond ? (from < to ? .max : 0) : max(0, span)
    }

    private static func words(_ state: State) -> String {
        switch state {
        case .waiting: "waiting for the daemon"
        case .catchingUp: "catching up"
        case .live: "live"
        case .held: "held back by its command"
        case .ending: "ending"
        case .ended: "ended"
        }
    }
}

extension RelayReport {
    /// The text format of Prometheus, version 0.0.4, for the textfile collector of node_exporter.
    package var metrics: String {
        var text = ""
        func add(_ name: String, _ kind: String, _ help: String, _ value: Double?) {
            guard let value else { return }
            let number = Int(exactly: value).map { "\($0)" } ?? "\(value)"
            text += "# HELP runway_relay_\(name) \(help)\n# TYPE runway_relay_\(name) \(kind)\n"
            // A relay's name has no character that would need an escape.
            text += "runway_relay_\(name){relay=\"\(self.name)\"} \(number)\n"
        }
        let rows: [(String, String, Int)] = [
            ("lines_acknowledged_total", "Lines acknowledged.", linesAcknowledged),
            ("batches_acknowledged_total", "Batches acknowledged.", batchesAcknowledged),
            ("retries_total", "Attempts of the command that failed.", retries),
            ("links_lost_total", "Connections to the daemon that were lost.", linksLost),
            ("gaps_total", "Gaps that ended a connection, to be read again.", gaps),
        ]
        for (name, help, value) in rows { add(name, "counter", help, Double(value)) }
        add(
            "unacknowledged_lines", "gauge", "Lines that were read and are not acknowledged.",
            Double(linesUnacknowledged))
        add(
            "lag_lines", "gauge", "Lines that are due and not acknowledged, about.",
            lagLines.map(Double.init))
        add(
            "lag_seconds", "gauge", "Fleet time since the last acknowledged line.",
            lagSeconds.map(Self.rounded))
        add(
            "last_acknowledged_timestamp_seconds", "gauge", "When a line was last acknowledged.",
            lastAcknowledgedAt.map { Double($0 / 1000) / 1000 })
        add("up", "gauge", "Whether the relay runs.", state == .ended ? 0 : 1)
        return text
    }
}
