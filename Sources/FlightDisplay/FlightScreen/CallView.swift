import Terminal
import Vocabulary

/// The call that stands, with how far the pace is from its target and what to do about it.
///
/// The daemon changes a call only once pace has asked for it for some seconds. Until then the
/// words say where pace is now: red stands only beside a pace that is still out of the band.
struct CallView: Equatable {
    let text: String
    let style: CellStyle

    /// Nil while no call stands, and on the ground.
    init?(_ frame: Frame) {
        guard let flight = frame.picture.flight, let advisory = flight.advisory,
            flight.takeoff != nil, flight.touchdown == nil
        else { return nil }
        switch advisory {
        case .minimums: self.init(minimums: frame, flight)
        case .glidePath, .sinkRate, .overspeed: self.init(advisory, frame)
        }
        // A call that nothing supports any more is not taken back, but dimmed; so is one of the
        // past while the lines since then come.
        guard case .fresh = frame.reading(.speed), frame.link != .catchingUp else {
            self.init(text: text, style: Theme.stale)
            return
        }
    }

    private init(text: String, style: CellStyle) {
        self.text = text
        self.style = style
    }

    private init(_ advisory: Advisory, _ frame: Frame) {
        guard let band = frame.paceBand, let pace = frame.pace else {
            self.init(text: advisory.callOut, style: Theme.call(advisory))
            return
        }
        let difference = band.difference(of: pace)
        let standing = Standing(advisory, difference, allowed: band.allowed)
        self.init(
            text: "\(advisory.callOut) \(NumberText.signedClock(difference)), \(standing.advice)",
            style: standing.style)
    }

    private init(minimums frame: Frame, _ flight: FlightModel) {
        let left = flight.card.mission.flatMap { mission in
            frame.reading(.distance).value.map { max(0, mission.targetDistance - $0) }
        }
        let toGo = left.map { " \(frame.units.shortDistance(metres: $0)) to go" } ?? ""
        self.init(text: Advisory.minimums.callOut + toGo, style: Theme.call(.minimums))
    }

    /// The text between signs that say the same as its colour.
    var signed: String {
        let sign = style == Theme.warning ? "!!" : style == Theme.good ? "=" : "-"
        return "\(sign) \(text) \(sign)"
    }
}

/// What the present pace makes of a call of pace.
private struct Standing {
    let advice: String
    let style: CellStyle

    /// - Parameters:
    ///   - difference: seconds of pace above the target, positive for who is slower.
    ///   - allowed: seconds to either side.
    init(_ advisory: Advisory, _ difference: Int, allowed: Int) {
        let isInBand = abs(difference) <= allowed
        switch advisory {
        case .glidePath, .minimums:
            advice = isInBand ? "on target" : difference > 0 ? "too slow" : "too fast"
            style = isInBand ? Theme.good : Theme.caution
        case .sinkRate where difference > allowed:
            advice = "faster"
            style = Theme.warning
        case .overspeed where difference < -allowed:
            advice = "slower"
            style = Theme.warning
        case .sinkRate, .overspeed:
            advice = isInBand ? "returning" : difference > 0 ? "now slow" : "now fast"
            style = Theme.caution
        }
    }
}

extension Advisory {
    /// The call as it is spoken in a cockpit.
    var callOut: String {
        switch self {
        case .glidePath: "GLIDE PATH"
        case .sinkRate: "SINK RATE"
        case .overspeed: "OVERSPEED"
        case .minimums: "MINIMUMS"
        }
    }
}
