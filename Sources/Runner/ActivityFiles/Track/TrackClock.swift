import Simulation
import Vocabulary

/// The points of a track in the order of time.
///
/// A point before its forerunners or far behind its followers is left out. Where the recorder's
/// clock was set, the longer side keeps its times, and the other is shifted to it. Points of one
/// moment are one: what the later ones measured outranks the earlier.
struct TrackClock: Sendable {
    /// By strictly ascending times. Their span is that of the longest recording at most.
    private(set) var points: [TrackPoint] = []
    private(set) var losses: TrackLosses
    /// The points between two settings of the clock.
    private var pieces: [Piece] = []
    /// The same pieces, ordered by the first time that the clock told in them.
    private var piecesByTime: [Piece] = []

    /// Some of the points, with the times that the recorder's clock told.
    private struct Piece {
        var indices: Range<Int>
        var times: ClosedRange<Int64>
        /// Ticks that are added to the times.
        var shift: Int64 = 0
    }

    /// The ticks that a time may have, since settings of a clock may be of any size.
    private static let bounds = -(1 << 50)...(1 << 50) as ClosedRange<Int64>
    /// Steps up to here are never suspicious, ticks.
    private static let usualStep = FleetDuration.seconds(5).ticks

    init(_ track: Track) {
        losses = track.losses
        take(track.points, longestStep: Self.longestStep(track.longest))
        shiftPieces()
        piecesByTime = pieces.sorted { $0.times.lowerBound < $1.times.lowerBound }
        cut()
    }

    /// A time as the recorder told it, on the clock of ``points``. O(log settings of the clock).
    func time(of told: Int64) -> Int64 {
        let told = min(max(told, Self.bounds.lowerBound), Self.bounds.upperBound)
        var (behind, end) = (0, piecesByTime.count)
        while behind < end {
            let middle = (behind + end) / 2
            if piecesByTime[middle].times.lowerBound > told {
                end = middle
            } else {
                behind = middle + 1
            }
        }
        let near = piecesByTime[max(behind - 1, 0)..<min(behind + 1, piecesByTime.count)]
        let nearest = near.min { Self.distance($0.times, told) < Self.distance($1.times, told) }
        return told + (nearest?.shift ?? 0)
    }

    private static func distance(_ times: ClosedRange<Int64>, _ told: Int64) -> Int64 {
        max(times.lowerBound - told, told - times.upperBound, 0)
    }

    /// A recorder may stand still for days, but not for longer than the whole activity lasted.
    private static func longestStep(_ longest: FleetDuration?) -> Int64 {
        let bound = FleetDuration.seconds(Recording.longestSeconds)
        return longest.map { min($0 + .seconds(60), bound) }?.ticks ?? bound.ticks
    }

    private mutating func take(_ track: [TrackPoint], longestStep: Int64) {
        var begins = false
        for index in track.indices {
            var point = track[index]
            begins = begins || point.beginsSegment
            guard Self.bounds.contains(point.time) else {
                losses.note(.outOfOrder, at: point.place)
                continue
            }
            guard let last = pieces.last?.times.upperBound else {
                begin(point)
                continue
            }
            let order = TrackOrder(
                point.time, after: last, ahead: Self.times(track, behind: index),
                usual: Self.usualStep, longest: longestStep)
            point.beginsSegment = begins
            switch order {
            case .goesOn: goOn(point)
            case .stranger: losses.note(.outOfOrder, at: point.place)
            case .jump:
                losses.note(.clockSet, at: point.place)
                begin(point)
            }
            if order != .stranger { begins = false }
        }
    }

    private static func times(_ track: [TrackPoint], behind index: Int) -> [Int64] {
        track[(index + 1)...].prefix(TrackOrder.horizon).map(\.time)
    }

    private mutating func begin(_ point: TrackPoint) {
        pieces.append(
            Piece(indices: points.count..<points.count + 1, times: point.time...point.time))
        points.append(point)
    }

    private mutating func goOn(_ point: TrackPoint) {
        let last = pieces.count - 1
        if pieces[last].times.upperBound == point.time {
            merge(point)
        } else {
            let first = pieces[last].times.lowerBound
            pieces[last].times = first...point.time
            points.append(point)
            pieces[last].indices = pieces[last].indices.lowerBound..<points.count
        }
    }

    private mutating func merge(_ point: TrackPoint) {
        for metric in Metric.allCases {
            if let value = point.sample[metric] { points[points.count - 1].sample[metric] = value }
        }
    }

    private mutating func shiftPieces() {
        guard pieces.count > 1 else { return }
        let lengths = pieces.map { $0.times.upperBound - $0.times.lowerBound }
        let main = lengths.indices.max { lengths[$0] < lengths[$1] } ?? 0
        let step = usualStep(in: pieces[main])
        for index in pieces.indices.dropFirst(main + 1) {
            let end = pieces[index - 1].times.upperBound + pieces[index - 1].shift
            pieces[index].shift = end + step - pieces[index].times.lowerBound
        }
        for index in pieces.indices.prefix(main).reversed() {
            let start = pieces[index + 1].times.lowerBound + pieces[index + 1].shift
            pieces[index].shift = start - step - pieces[index].times.upperBound
        }
        for piece in pieces {
            for index in piece.indices { points[index].time += piece.shift }
        }
    }

    /// The median step between points, a second if there is none.
    private func usualStep(in piece: Piece) -> Int64 {
        let part = points[piece.indices]
        let steps = zip(part, part.dropFirst()).map { $1.time - $0.time }.sorted()
        return steps.isEmpty ? FleetDuration.ticksPerSecond : steps[steps.count / 2]
    }

    private mutating func cut() {
        guard let first = points.first?.time else { return }
        let latest = first + FleetDuration.seconds(Recording.longestSeconds).ticks
        let kept = points.prefix(Recording.rowLimit).prefix { $0.time <= latest }.count
        for point in points[kept...] { losses.note(.tooLong, at: point.place) }
        points.removeSubrange(kept...)
    }
}
