import Simulation
import Vocabulary

@testable import ActivityFiles

/// What a recording comes to in a fleet of one hertz.
struct FlownRecording {
    /// When samples, pauses and resumptions are due, `1`, `pause 1`, `resume 4`.
    private(set) var steps: [String] = []
    private(set) var samples: [Sample] = []
    /// Seconds.
    private(set) var timer = 0.0
    private(set) var elapsed = 0.0
    /// Metres.
    private(set) var distance = 0.0
    private(set) var stepCount: Int64 = 0

    init(_ recording: Recording) {
        var run = RecordedRun(recording: recording, rate: .oneHertz)
        while run.nextOffset != nil { take(run.next()) }
    }

    private mutating func take(_ step: SourceStep) {
        (timer, elapsed) = (step.sessionTime.seconds, step.offset.seconds)
        let time = "\(Decimal64(units: step.offset.ticks * 2, decimals: 2))"
        let text = time.hasSuffix(".00") ? String(time.dropLast(3)) : time
        switch step.content {
        case .sample(let sample):
            steps.append(text)
            samples.append(sample)
            distance = sample[.distance].map(Metric.distance.value) ?? distance
            stepCount = sample[.steps] ?? stepCount
        case .pause: steps.append("pause " + text)
        case .resume: steps.append("resume " + text)
        }
    }

    /// Timer, elapsed, distance.
    var totals: [Double] { [timer, elapsed, distance] }
}

extension Recording {
    var flown: FlownRecording { FlownRecording(self) }
}

extension Track {
    /// The points that begin a segment.
    var segments: [Int] { points.indices.filter { points[$0].beginsSegment } }
}
