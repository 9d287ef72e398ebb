import Readout
import Terminal
import Vocabulary

/// Draws the row of readouts: distance, time, and the runner's steps and energy.
enum ReadoutsView {
    /// The columns for a number with its unit and the mark of a stale value.
    private static let widthMin = 12

    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        draw(
            readouts(frame) + climb(frame) + furtherReadouts(frame), frame, in: area, on: &screen)
    }

    /// Draws as many readouts as fit, each with its label above its value: two rows.
    static func draw(
        _ all: [Readout], _ frame: Frame, in area: ScreenArea, on screen: inout Screen
    ) {
        let readouts = all.prefix(max(1, area.columns / widthMin))
        let width = (area.columns - 1) / readouts.count
        for (index, readout) in readouts.enumerated() {
            let column = area.column + 1 + index * width
            screen.put(
                readout.label, row: area.row, column: column, Theme.label, width: width - 1,
                cutMark: frame.marks.cut)
            screen.put(
                readout.text, row: area.row + 1, column: column, readout.style, width: width - 1,
                cutMark: frame.marks.cut)
        }
    }

    static func readouts(_ frame: Frame) -> [Readout] {
        [readout(.distance, frame), time(frame)]
            + [.cadence, .stride, .contact].map { readout($0, frame) }
            + [readout(.energy, frame, label: "FUEL")]
    }

    /// How far the flight has gone up, and how steep it is now; none where that is not shown.
    static func climb(_ frame: Frame) -> [Readout] {
        guard frame.state.showsGround, let flight = frame.picture.flight,
            let ascent = flight.ground.ascent
        else { return [] }
        let style = frame.isLost ? Theme.stale : Theme.value
        let grade = flight.isOver ? nil : flight.ground.grade
        return [
            Readout(
                label: Metric.ascent.shown.label, text: frame.words(.ascent, ascent), style: style),
            Readout(
                label: "GRADE", text: grade.map(ShownGrade.text) ?? "--",
                style: grade == nil ? Theme.stale : style),
        ]
    }

    /// Readouts for wide screens, the most important first.
    private static func furtherReadouts(_ frame: Frame) -> [Readout] {
        guard let flight = frame.picture.flight else { return [] }
        let style = frame.isLost ? Theme.stale : Theme.value
        func optional(_ label: String, _ text: String?) -> Readout {
            Readout(label: label, text: text ?? "--", style: text == nil ? Theme.stale : style)
        }
        let beats = flight.record.beats
        return [
            optional("AVERAGE", flight.averageSpeed(at: frame.now).map { frame.words(.speed, $0) }),
            optional("MEAN HR", beats.mean.map { frame.words(.heartRate, $0) }),
            optional("MAX HR", beats.greatest.map { frame.words(.heartRate, $0) }),
            readout(.steps, frame, hasUnit: false),
            optional("TAKEOFF", flight.takeoff.map(frame.timeOfDay)),
            optional("LANDING", landing(frame, flight)),
        ].filter { $0.label != "LANDING" || flight.card.mission != nil }
    }

    /// When the mission's distance will be reached at the average pace.
    private static func landing(_ frame: Frame, _ flight: FlightModel) -> String? {
        if let touchdown = flight.touchdown { return frame.timeOfDay(touchdown) }
        guard let mission = flight.card.mission, let done = frame.reading(.distance).value,
            let speed = flight.averageSpeed(at: frame.now), speed > 0.1
        else { return nil }
        let seconds = max(0, mission.targetDistance - done) / speed
        guard seconds < 360_000 else { return nil }
        return "~\(frame.timeOfDay(frame.now + .seconds(Int64(seconds))))"
    }

    private static func readout(
        _ metric: Metric, _ frame: Frame, label: String? = nil, hasUnit: Bool = true
    ) -> Readout {
        let label = label ?? metric.shown.label
        let shown = frame.shown(metric, hasUnit: hasUnit)
        guard case .absent = frame.reading(metric) else {
            return Readout(label: label, text: shown.text, style: shown.style)
        }
        return Readout(label: label, text: "no sensor", style: Theme.stale)
    }

    private static func time(_ frame: Frame) -> Readout {
        guard let time = frame.picture.flight?.flightTime(at: frame.now) else {
            return Readout(label: "TIME", text: "--", style: Theme.stale)
        }
        return Readout(
            label: "TIME", text: NumberText.clock(Int(time.seconds)),
            style: frame.isLost ? Theme.stale : Theme.value)
    }
}

/// A number with its label.
struct Readout {
    let label: String
    let text: String
    let style: CellStyle
}
