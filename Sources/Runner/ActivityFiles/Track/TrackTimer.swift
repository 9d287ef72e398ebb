/// When the timer of a run stood still: spans of ticks, ascending and apart from each other. The
/// first tick of a span still belongs to the run, its upper bound does not.
struct TrackTimer: Sendable {
    private(set) var pauses: [Range<Int64>] = []
    /// When the timer was started first, if that is the first thing that is told of it.
    private(set) var start: Int64?

    /// The pauses that stops and starts amount to; these apply by their times, wherever they stand
    /// in the file. A stop without a start behind it holds for ever.
    ///
    /// - Parameter events: on the clock of the points.
    init(_ events: [Track.TimerEvent]) {
        // Events of one time stay in the order of the file.
        let ordered = events.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
        var stopped: Int64?
        if let first = ordered.first, first.starts { start = first.time }
        for event in ordered {
            if !event.starts {
                stopped = stopped ?? event.time
            } else if let begin = stopped {
                add(begin..<max(begin, event.time))
                stopped = nil
            }
        }
        if let stopped { add(stopped..<Int64.max) }
    }

    private init() {}

    /// A timer that never stood still.
    static let running = TrackTimer()

    private mutating func add(_ pause: Range<Int64>) {
        guard !pause.isEmpty else { return }
        if let last = pauses.last, last.upperBound >= pause.lowerBound {
            pauses[pauses.count - 1] = last.lowerBound..<max(last.upperBound, pause.upperBound)
        } else {
            pauses.append(pause)
        }
    }

    /// The timer with more pauses, which lie apart from its own.
    func adding(_ more: [Range<Int64>]) -> TrackTimer {
        var timer = TrackTimer()
        timer.start = start
        for pause in (pauses + more).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            timer.add(pause)
        }
        return timer
    }

    /// When it was stopped for good; nil if it was not.
    var openStop: Int64? {
        pauses.last.flatMap { $0.upperBound == .max ? $0.lowerBound : nil }
    }

    /// The timer without its last pause, if that has no end.
    var endless: TrackTimer {
        var timer = self
        if openStop != nil { timer.pauses.removeLast() }
        return timer
    }

    /// The points of the run: those at which the timer ran.
    func running(_ points: ArraySlice<TrackPoint>) -> [TrackPoint] {
        var pauses = pauses[...]
        return points.filter { point in
            while let pause = pauses.first, pause.upperBound < point.time { pauses.removeFirst() }
            // The resumption is the beginning of what the next point stands for.
            return pauses.first.map { point.time <= $0.lowerBound } ?? true
        }
    }

    /// How long it stood still between two times.
    func still(from begin: Int64, to end: Int64) -> Int64 {
        pauses.reduce(0) {
            $0 + max(min($1.upperBound, end) - max($1.lowerBound, begin), 0)
        }
    }
}
