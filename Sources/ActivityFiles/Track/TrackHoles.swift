import Vocabulary

/// The times without points that were pauses, where the timer says nothing of them.
///
/// The file's own total of the timer decides: of the holes the longest ones that make up for what
/// the timer has less than the points, ends of segments first. Without a total, ends of segments
/// are pauses.
struct TrackHoles {
    private struct Hole {
        let span: Range<Int64>
        let endsSegment: Bool
        var length: Int64 { span.upperBound - span.lowerBound }
    }

    private var holes: [Hole] = []

    /// - Parameters:
    ///   - points: of the run, by ascending times.
    ///   - timer: of which no pause is a hole.
    init(_ points: [TrackPoint], _ timer: TrackTimer, usualStep: Int64, longestStep: Int64) {
        var pauses = timer.pauses[...]
        for (point, next) in zip(points, points.dropFirst()) {
            while let pause = pauses.first, pause.upperBound <= point.time { pauses.removeFirst() }
            let isTold = pauses.first.map { $0.lowerBound < next.time } ?? false
            let length = next.time - point.time
            guard !isTold, length > (next.beginsSegment ? usualStep : longestStep) else { continue }
            holes.append(
                Hole(span: point.time..<next.time - usualStep, endsSegment: next.beginsSegment))
        }
    }

    /// The ends of segments.
    var segments: [Range<Int64>] { holes.filter(\.endsSegment).map(\.span) }

    /// The longest holes that amount to a length, or come nearest to it from below.
    ///
    /// - Parameter tolerance: by how much they may amount to more.
    func makingUp(_ missing: Int64, tolerance: Int64) -> [Range<Int64>] {
        var rest = missing
        var chosen: [Range<Int64>] = []
        let ordered = holes.enumerated().sorted {
            ($0.element.endsSegment ? 0 : 1, -$0.element.length, $0.offset)
                < ($1.element.endsSegment ? 0 : 1, -$1.element.length, $1.offset)
        }
        for (_, hole) in ordered where rest > tolerance && hole.length <= rest + tolerance {
            chosen.append(hole.span)
            rest -= hole.length
        }
        return chosen
    }
}
