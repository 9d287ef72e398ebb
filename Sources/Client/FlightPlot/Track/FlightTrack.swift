import FlightDisplay
import Readout
import Vocabulary

/// The facts of a flight besides its samples.
package struct FlightFacts: Sendable {
    /// The session, such as `s7.0`.
    package let name: String
    /// The kind of the plan, or `recording`.
    package let plan: String
    /// Sex and age of the runner, or the name of the recording's file.
    package let runner: String
    /// When the flight began, in words of a calendar and a clock.
    package let began: String
    /// The limits of the runner's heart rate; nil if they are not known.
    package let reserve: HeartRateReserve?
    package let mission: Mission?
    /// The units of the readers.
    package var units = Units.metric
    /// What the track on the ground is coloured by.
    package var tint = TrackTint.pace

    package init(
        name: String, plan: String, runner: String, began: String, reserve: HeartRateReserve?,
        mission: Mission? = nil
    ) {
        self.name = name
        self.plan = plan
        self.runner = runner
        self.began = began
        self.reserve = reserve
        self.mission = mission
    }
}

/// The samples, phases, calls and pauses of a flight, on the clock that stands still in pauses.
///
/// It keeps every sample: some 50 bytes each, 27 MB for three hours at 50 Hz.
package struct FlightTrack: Sendable {
    /// A phase or a call, and when it held.
    package struct Stretch<Value: Hashable & Sendable>: Hashable, Sendable {
        package let value: Value
        package let start: FleetDuration
        package fileprivate(set) var end: FleetDuration

        var seconds: Double { (end - start).seconds }
    }

    package struct Pause: Hashable, Sendable {
        /// The flight time of the pause, at which the clock stands still.
        package let at: FleetDuration
        package let length: FleetDuration
        /// The number of the first sample after the pause.
        let index: Int
    }

    package var facts: FlightFacts
    /// When each sample was taken; ascending, since the beginning of the run.
    package private(set) var times: [FleetDuration] = []
    package private(set) var samples: [Sample] = []
    package private(set) var phases: [Stretch<Phase>] = []
    package private(set) var calls: [Stretch<Advisory>] = []
    package private(set) var pauses: [Pause] = []

    package init(_ facts: FlightFacts) { self.facts = facts }

    /// Adds a sample; a sample that is not later than the one before is ignored.
    ///
    /// - Parameters:
    ///   - time: the time since the beginning of the run, without pauses.
    ///   - phase: the phase after the sample.
    ///   - call: the mission's current call; nil is silence.
    package mutating func take(
        _ sample: Sample, at time: FleetDuration, phase: Phase, call: Advisory?
    ) {
        guard time > end else { return }
        phases.note(phase, from: end, to: time)
        calls.note(call, from: end, to: time)
        times.append(time)
        samples.append(sample)
    }

    /// Notes that the clock stood still behind the last sample.
    package mutating func pause(for length: FleetDuration) {
        guard length > .zero else { return }
        pauses.append(Pause(at: end, length: length, index: samples.count))
    }

    /// When the last sample was taken; zero without any.
    package var end: FleetDuration { times.last ?? .zero }

    /// The stretches of samples between pauses.
    var unpaused: [Range<Int>] {
        let cuts = [0] + pauses.map(\.index) + [samples.count]
        return zip(cuts, cuts.dropFirst()).map { $0..<$1 }.filter { !$0.isEmpty }
    }

    /// The span that a sample stands for: since the sample before it, at most 3 s; a longer silence
    /// is not a sensor's.
    func seconds(ofSample number: Int) -> Double {
        let before = number == 0 ? .zero : times[number - 1]
        return min((times[number] - before).seconds, 3)
    }
}

extension Array {
    /// Lengthens the last stretch, or begins another.
    fileprivate mutating func note<Value>(
        _ value: Value?, from start: FleetDuration, to end: FleetDuration
    ) where Element == FlightTrack.Stretch<Value> {
        guard let value else { return }
        if let last, last.value == value, last.end == start {
            self[count - 1].end = end
        } else {
            append(FlightTrack.Stretch(value: value, start: start, end: end))
        }
    }
}
