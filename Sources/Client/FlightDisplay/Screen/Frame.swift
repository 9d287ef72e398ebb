import Readout
import Terminal
import Vocabulary

/// The data from which all views of one frame are drawn.
package struct Frame {
    let state: DisplayState
    let picture: DisplayState.Picture
    let now: FleetInstant
    let link: LinkState

    init(_ state: DisplayState, at now: MonotonicInstant) {
        self.state = state
        picture = state.shownPicture
        self.now = state.shownInstant(at: now)
        link = state.link.state(at: now)
    }

    /// A frame of one flight as it was at an instant, without a link.
    package init(_ flight: FlightModel, at now: FleetInstant, _ preferences: Preferences) {
        var state = DisplayState(preferences)
        state.picture.flight = flight
        self.state = state
        picture = state.picture
        self.now = now
        link = .live
    }

    /// The time of day in the fleet's zone, `06:20:20`.
    func timeOfDay(_ instant: FleetInstant) -> String {
        NumberText.timeOfDay(instant, in: state.zone)
    }

    var units: Units { state.preferences.units }
    var symbols: Symbols { state.preferences.symbols }
    var marks: Marks { Marks(symbols) }
}

extension Frame {
    /// The state of a metric of the session on the screen; every value is stale while the link is
    /// lost.
    func reading(_ metric: Metric) -> ReadingState {
        guard let flight = picture.flight else { return .unknown }
        let reading = flight.state(of: metric, at: now)
        guard isLost, case .fresh(let value) = reading else { return reading }
        return .stale(value)
    }

    /// The change of a metric a second, in its unit; nil while it is not known.
    func slope(of metric: Metric) -> Double? {
        isLost ? nil : picture.flight?.slope(of: metric, at: now)
    }

    var isLost: Bool {
        switch link {
        case .lost: true
        case .connecting, .catchingUp, .live, .silent: false
        }
    }

    /// The time since the phase began, without pauses: `4:05`.
    func timeInPhase(_ span: PhaseSpan, _ flight: FlightModel) -> String {
        NumberText.clock(Int(flight.time(since: span.since, at: now).seconds))
    }

    /// The remaining distance of a mission, `6.30 km`; `--` before a distance is known.
    func toGo(of mission: Mission) -> (text: String, style: CellStyle) {
        let reading = reading(.distance)
        guard let done = reading.value else { return ("--", Theme.stale) }
        let text = units.longText(metres: max(0, mission.targetDistance - done))
        return (text, reading.isStale ? Theme.stale : Theme.value)
    }

    func text(_ metric: Metric, _ value: Double) -> String {
        metric.shown.quantity.text(value, units)
    }

    func readout(_ metric: Metric) -> MetricReadout { MetricReadout(metric.shown, units) }

    /// A value with its unit: `152 bpm`, `--:-- /km`.
    func words(_ metric: Metric, _ value: Double) -> String {
        "\(text(metric, value)) \(readout(metric).unit)"
    }

    /// The text and the style of a metric: a stale value has a mark, an absent one is `--`.
    ///
    /// - Parameter hasUnit: whether its unit stands behind it.
    func shown(_ metric: Metric, hasUnit: Bool = true) -> (text: String, style: CellStyle) {
        let reading = reading(metric)
        guard let value = reading.value else { return ("--", Theme.stale) }
        let text = hasUnit ? words(metric, value) : text(metric, value)
        return reading.isStale ? ("\(text) \(marks.stale)", Theme.stale) : (text, Theme.value)
    }
}
