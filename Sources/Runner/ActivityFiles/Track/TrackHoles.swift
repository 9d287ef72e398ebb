/// The times without points that were pauses, where the timer says nothing of them.
///
/// The file's own total of the timer decides: the longest holes that make up the time by which the
/// timer falls short of the points, ends of segments first. Without a total, ends of segments are
/// pauses.
struct TrackHoles {
    private struct Hole {
        let span: Range<Int64>
        let endsSegment: Bool
        var length: Int64 { span.upperBound - span.lowerBound }
    }

    private var holes: [Hole] = []

    /// - Parameters:
    ///   - points: of the run, by ascending times.
    ///   - timer: the timer, none of whose pauses is a hole.
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

    /// The longest holes that amount to a length, or come nearest to it from below: ends of
    /// segments first, or by length alone, whichever comes nearer.
    ///
    /// - Parameter tolerance: by how much the holes may exceed the length.
    func makingUp(_ missing: Int64, tolerance: Int64) -> [Range<Int64>] {
        let byLength = holes.sorted {
            ($1.length, $0.span.lowerBound) < ($0.length, $1.span.lowerBound)
        }
        let bySegment = byLength.filter(\.endsSegment) + byLength.filter { !$0.endsSegment }
        let ways = [bySegment, byLength].map { Self.choice(of: $0, missing, tolerance) }
        return abs(ways[1].rest) < abs(ways[0].rest) ? ways[1].spans : ways[0].spans
    }

    private static func choice(
        of holes: [Hole], _ missing: Int64, _ tolerance: Int64
    ) -> (spans: [Range<Int64>], rest: Int64) {
        var (spans, rest): ([Range<Int64>], Int64) = ([], missing)
        for hole in holes where rest > tolerance && hole.length <= rest + tolerance {
            spans.append(hole.span)
            rest -= hole.length
        }
        return (spans, rest)
    }
}
