import Terminal
import Vocabulary

/// The flight so far seen from the side: climb above cruise above descent, one column a stretch.
enum ProfileView {
    static func draw(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) {
        guard area.columns > 0, area.rows >= 3 else { return }
        let start = flight.card.start
        // An hour fills the width, so that the picture stands still while it grows.
        let seconds = max(3600, Int((frame.now - start).seconds.rounded(.up)))
        for column in 0..<area.columns {
            let began = start + .seconds(Int64(column * seconds / area.columns))
            guard began <= frame.now, let phase = phase(of: flight, at: began) else { break }
            let (level, mark) = sign(of: phase, frame.marks)
            screen.put(
                mark, row: area.row + level * (area.rows - 1) / 2, column: area.column + column,
                Theme.phase(phase))
        }
    }

    private static func phase(of flight: FlightModel, at instant: FleetInstant) -> Phase? {
        flight.phases.last { $0.since <= instant }?.phase
    }

    /// The level, 0 above to 2 below, and what is drawn there.
    private static func sign(of phase: Phase, _ marks: Marks) -> (Int, String) {
        switch phase {
        case .preflight, .touchdown: (2, marks.ground)
        case .takeoff: (1, marks.rising)
        case .climb: (0, marks.level)
        case .cruise: (1, marks.level)
        case .descent: (2, marks.level)
        case .approach: (1, marks.falling)
        }
    }
}
