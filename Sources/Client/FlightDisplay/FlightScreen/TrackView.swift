import Readout
import Terminal
import Vocabulary

/// Draws where a flight led, from above: north up, at one scale in both directions, in the colours
/// of the zones of heart rate, with start and present or end, and with the numbers of the
/// kilometres or miles for which there is room.
package struct TrackView {
    private let frame: Frame
    private let flight: FlightModel
    private let area: ScreenArea
    private let plot: ScreenArea
    private let track: GroundTrack
    /// Dots for a metre.
    private let scale: Double
    private var map: DotMap

    /// Metres: somebody who stands has no way that fills a picture.
    private static let least = 20.0
    /// Seconds: a longer silence of the receiver cuts the track.
    private static let silenceMost = 10.0

    /// Nil without places, or without room.
    package init?(_ frame: Frame, _ flight: FlightModel, in area: ScreenArea) {
        plot = ScreenArea(
            row: area.row + 1, column: area.column + 1, rows: area.rows - 1,
            columns: area.columns - 2)
        guard plot.rows >= 3, plot.columns >= 10,
            let track = GroundTrack(flight.ground.points.map(\.place))
        else { return nil }
        (self.frame, self.flight, self.area, self.track) = (frame, flight, area, track)
        map = DotMap(in: plot, frame.symbols)
        scale = min(
            Double(map.columns - 1) / max(track.width, Self.least),
            Double(map.rows - 1) / max(track.height, Self.least))
        drawWay()
    }

    package func draw(on screen: inout Screen) {
        SectionRule.draw("TRACK", note: bar, frame.marks, area, on: &screen)
        map.draw(on: &screen)
        drawEnds(on: &screen)
        drawSplits(on: &screen)
    }

    private func dot(_ point: GroundTrack.Point) -> DotMap.Dot {
        let column = Double(map.columns - 1) / 2 + (point.east - track.width / 2) * scale
        let row = Double(map.rows - 1) / 2 - (point.north - track.height / 2) * scale
        return DotMap.Dot(column: Int(column.rounded()), row: Int(row.rounded()))
    }

    private mutating func drawWay() {
        let silence = max(Self.silenceMost, flight.record.step.seconds * 2)
        let rates = flight.record.trace(.heartRate)
        var last: (at: FleetInstant, dot: DotMap.Dot)?
        for (point, place) in zip(flight.ground.points, track.points) {
            guard let place else { continue }
            let dot = dot(place)
            let isCut = last.map { (point.at - $0.at).seconds > silence } ?? true
            let zone = rates?.value(at: point.at).flatMap { flight.card.reserve?.zone(of: $0) }
            map.draw(
                from: isCut ? dot : last?.dot ?? dot, to: dot,
                zone.map(Theme.graphZone) ?? Theme.pace)
            last = (point.at, dot)
        }
    }
}

/// What helps to read it.
extension TrackView {
    private func cell(_ point: GroundTrack.Point) -> (row: Int, column: Int) {
        map.cell(of: dot(point))
    }

    private func drawEnds(on screen: inout Screen) {
        let known = track.points.compactMap(\.self)
        guard let first = known.first, let last = known.last else { return }
        let (start, end) = (cell(first), cell(last))
        let word = flight.isOver ? "end" : "now"
        screen.put(frame.marks.origin, row: start.row, column: start.column, Theme.title)
        screen.put(frame.marks.here, row: end.row, column: end.column, Theme.title)
        let isLoop = abs(start.row - end.row) <= 1 && abs(start.column - end.column) <= 2
        guard !isLoop else { return label("start, \(word)", beside: end, on: &screen) }
        label(word, beside: end, on: &screen)
        label("start", beside: start, on: &screen)
    }

    private func drawSplits(on screen: inout Screen) {
        let points = zip(flight.ground.points, track.points)
        var rest = points.lazy.filter { $0.1 != nil }.makeIterator()
        for split in flight.record.splits(frame.units) {
            while let (point, place) = rest.next() {
                guard point.at >= split.end, let place else { continue }
                label("\(split.number)", beside: cell(place), on: &screen)
                break
            }
        }
    }

    /// Writes a text at that side of a cell on which nothing is drawn; none without room.
    private func label(
        _ text: String, beside cell: (row: Int, column: Int), on screen: inout Screen
    ) {
        let left = cell.column - text.count - 1
        let last = plot.endColumn - text.count
        let middle = max(plot.column, min(cell.column - text.count / 2, last))
        let right = cell.column + 2
        let (above, below) = (cell.row - 1, cell.row + 1)
        let places = [
            (cell.row, right), (cell.row, left), (above, middle), (below, middle),
            (above, right), (below, right), (above, left), (below, left),
        ]
        let room = places.first { row, column in
            let needed = ScreenArea(row: row, column: column, rows: 1, columns: text.count)
            // A space at either side keeps numbers apart.
            return needed.common(with: plot) == needed
                && (column - 1...needed.endColumn).allSatisfy { screen[row, $0].scalar == " " }
        }
        guard let room else { return }
        screen.put(text, row: room.0, column: room.1, Theme.label)
    }

    /// A bar of a round length of at most a quarter of the width, and its name: `├──────┤ 500 m`.
    private var bar: String {
        let column = Double(map.columns / plot.columns) / scale
        let bar = frame.units.roundLength(atMost: column * Double(plot.columns) / 4)
        let line = String(
            repeating: "\(frame.marks.rule)",
            count: max(0, Int((bar.length / column).rounded()) - 2))
        return "\(frame.marks.barStart)\(line)\(frame.marks.barEnd) \(bar.name)"
    }
}
