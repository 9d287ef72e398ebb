import Readout
import Terminal
import Vocabulary

/// The mission's call, with the difference of pace to the target and what to do about it.
///
/// The daemon changes a call only after the pace has called for it for some seconds. Until then the
/// words describe the present pace: red is shown only while the pace is still out of the band.
struct CallView: Equatable {
    let text: String
    let style: CellStyle

    /// The call's text; nil without a call, and on the ground.
    init?(_ frame: Frame) {
        guard let flight = frame.picture.flight, let advisory = flight.advisory,
            flight.takeoff != nil, flight.touchdown == nil
        else { return nil }
        switch advisory {
        case .minimums: self.init(minimums: frame, flight)
        case .glidePath, .sinkRate, .overspeed: self.init(advisory, frame)
        }
        // A stale pace does not end the call, but dims it. A replay dims it too: its call lies in
        // the past.
        guard case .fresh = frame.reading(.speed), !frame.link.isCatchingUp else {
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

    /// The text between signs with the same meaning as its colour.
    var signed: String {
        let sign = style == Theme.warning ? "!!" : style == Theme.good ? "=" : "-"
        return "\(sign) \(text) \(sign)"
    }
}

/// The advice that the present pace gives under a call.
private struct Standing {
    let advice: String
    let style: CellStyle

    /// - Parameters:
    ///   - difference: seconds of pace above the target, positive when too slow.
    ///   - allowed: seconds of pace to either side.
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
    package var callOut: String {
        switch self {
        case .glidePath: "GLIDE PATH"
        case .sinkRate: "SINK RATE"
        case .overspeed: "OVERSPEED"
        case .minimums: "MINIMUMS"
        }
    }
}
