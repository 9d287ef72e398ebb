import Terminal
import Vocabulary

/// Draws the flight screen: tapes, phase, mission, readouts and graphs, and where there is room
/// zones, splits and log.
package enum FlightView {
    static func draw(_ frame: Frame, on screen: inout Screen) {
        guard let flight = frame.picture.flight else { return }
        let layout = layout(frame, flight, columns: screen.columns, rows: screen.rows)
        for placement in layout.placements {
            draw(placement, frame, flight, on: &screen)
        }
    }

    /// Draws one part of the flight, clipped to the part's area; nothing without a flight.
    package static func draw(
        _ placement: FlightLayout.Placement, of state: DisplayState, at now: MonotonicInstant,
        on screen: inout Screen
    ) {
        let frame = Frame(state, at: now)
        guard let flight = frame.picture.flight else { return }
        draw(placement, frame, flight, on: &screen)
    }

    static func draw(
        _ placement: FlightLayout.Placement, _ frame: Frame, _ flight: FlightModel,
        on screen: inout Screen
    ) {
        screen.drawing(in: placement.area) { screen in
            draw(placement.part, frame, flight, in: placement.area, on: &screen)
        }
    }

    static func layout(
        _ frame: Frame, _ flight: FlightModel, columns: Int, rows: Int
    ) -> FlightLayout {
        FlightLayout(
            columns: columns, rows: rows, graphs: graphs(flight, frame),
            ground: ground(flight, frame),
            flipsLog: frame.state.preferences.flipsLog)
    }

    /// Heart rate, pace and every other metric that has been measured.
    static func graphs(_ flight: FlightModel, _ frame: Frame) -> [Metric] {
        FlightRecord.graphed.filter { metric in
            metric == .heartRate || metric == .speed
                || flight.record.trace(metric)?.isEmpty == false
        }
    }

    /// Track and altitude, as far as the flight has told them and the screen shows them.
    static func ground(_ flight: FlightModel, _ frame: Frame) -> [FlightPart] {
        guard frame.state.showsGround else { return [] }
        let parts: [(FlightPart, Bool)] = [
            (.track, flight.ground.hasPlaces), (.altitude, flight.ground.hasProfile),
        ]
        return parts.filter(\.1).map(\.0)
    }

    private static func draw(
        _ part: FlightPart, _ frame: Frame, _ flight: FlightModel, in area: ScreenArea,
        on screen: inout Screen
    ) {
        switch part {
        case .paceTape: PaceTapeView.draw(frame, in: area, on: &screen)
        case .phase: PhaseView.draw(frame, in: area, on: &screen)
        case .heartRateTape: HeartRateTapeView.draw(frame, in: area, on: &screen)
        case .mission: MissionView.draw(frame, in: area, on: &screen)
        case .readouts: ReadoutsView.draw(frame, in: area, on: &screen)
        case .zones: ZonesView.draw(frame, in: area, on: &screen)
        case .splits: SplitsView.draw(frame, in: area, on: &screen)
        case .log: LogView.draw(frame, in: area, on: &screen)
        case .track: TrackView(frame, flight, in: area)?.draw(on: &screen)
        case .altitude: AltitudeView(frame, flight, in: area)?.draw(on: &screen)
        case .graph(let metric):
            GraphView(frame, flight, metric, in: area).draw(on: &screen)
        }
    }
}
