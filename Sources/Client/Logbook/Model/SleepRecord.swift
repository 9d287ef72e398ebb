import CivilTime
import Vocabulary

/// The sleep that ends on a date, stretch by stretch: the night, and naps.
package struct SleepRecord: Equatable, Sendable {
    /// A stage of sleep from one instant to another.
    package struct Stretch: Equatable, Sendable {
        package let stage: DayMetric
        package let span: Range<FleetInstant>

        /// Nil if the metric is no stage.
        package init?(_ stage: DayMetric, from start: FleetInstant, to end: FleetInstant) {
            guard start < end, SleepRecord.levels.contains(where: { $0.stage == stage }) else {
                return nil
            }
            (self.stage, span) = (stage, start..<end)
        }

        package init?(_ entry: LogEntry) {
            self.init(entry.metric, from: entry.start, to: entry.end)
        }
    }

    /// A time in bed.
    package struct Rest: Equatable, Sendable {
        /// In their order, at least one.
        package fileprivate(set) var stretches: [Stretch]

        package var span: Range<FleetInstant> {
            stretches[0].span.lowerBound..<end
        }

        fileprivate var end: FleetInstant {
            stretches.reduce(stretches[0].span.upperBound) { max($0, $1.span.upperBound) }
        }

        /// Minutes in a stage.
        package func minutes(in stage: DayMetric) -> Double {
            stretches.filter { $0.stage == stage }.reduce(0) {
                $0 + ($1.span.upperBound - $1.span.lowerBound).seconds / 60
            }
        }

        /// Minutes in all stages but awake.
        package var minutesAsleep: Double {
            SleepRecord.levels.dropFirst().reduce(0) { $0 + minutes(in: $1.stage) }
        }

        /// The stage that has most of a span; nil where none is known.
        package func stage(in span: Range<FleetInstant>) -> DayMetric? {
            stretches.map { ($0.stage, $0.span.clamped(to: span)) }
                .filter { !$0.1.isEmpty }
                .max { $0.1.upperBound - $0.1.lowerBound < $1.1.upperBound - $1.1.lowerBound }?.0
        }
    }

    /// The stages from above to below, as a hypnogram has them, and their names.
    package static let levels: [(stage: DayMetric, name: String)] = [
        (.awake, "awake"), (.remSleep, "REM"), (.coreSleep, "core"), (.deepSleep, "deep"),
    ]

    /// Nil if the watch was not worn in the night, or nothing is known yet.
    package let night: Rest?
    package let naps: [Rest]

    /// Who gets up for longer than this goes to bed anew: no stage is as long.
    private static let longestBreak = FleetDuration.seconds(3600)
    /// From this hour on, whoever goes to bed takes a nap.
    private static let firstHourOfNaps = 10

    /// Takes the rests that end within a date.
    package init(
        _ stretches: [Stretch], within date: Range<FleetInstant>, _ zone: TimeZoneRules
    ) {
        var rests: [Rest] = []
        for stretch in stretches.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
            if let last = rests.last, stretch.span.lowerBound <= last.end + Self.longestBreak {
                rests[rests.count - 1].stretches.append(stretch)
            } else {
                rests.append(Rest(stretches: [stretch]))
            }
        }
        let latest = date.upperBound
        rests.removeAll { $0.end <= date.lowerBound || $0.end > latest }
        func isNap(_ rest: Rest) -> Bool {
            let start = rest.span.lowerBound
            return date.contains(start) && zone.local(start).second >= Self.firstHourOfNaps * 3600
        }
        night = rests.first { !isNap($0) }
        naps = rests.filter(isNap)
    }

    package static func name(of stage: DayMetric) -> String {
        levels.first { $0.stage == stage }?.name ?? stage.name
    }
}
