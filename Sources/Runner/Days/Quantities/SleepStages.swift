import CivilTime
import Simulation
import Vocabulary

/// How a sleeper lies in bed.
package enum SleepStage: CaseIterable, Sendable {
    case awake, core, deep, rem
}

/// The stages of a night or a nap, minute by minute: cycles of an hour and a half with deep sleep
/// in the first ones and REM sleep in the last.
///
/// Cycles and their order after Carskadon and Dement ("Normal human sleep", Principles and Practice
/// of Sleep Medicine, 2011); shares and ageing after Ohayon et al. (Sleep 27, 2004, 1255): of the
/// time asleep 20 % are deep at the age of 20 and 2 % less in each later decade, 22 % are REM and
/// 0.6 % less; alcohol takes REM from the first half and adds deep sleep (Ebrahim et al., Alcohol
/// Clin Exp Res 37, 2013, 539).
struct Hypnogram {
    /// In order, each of at least a minute, between falling asleep and waking for good.
    private(set) var stages: [(stage: SleepStage, span: Range<FleetInstant>)] = []

    private struct Body {
        let deep: Double
        let rem: Double
        let stream: RandomStream
        let night: Int

        func normal(_ draw: Int) -> Double { stream.normal(DayDraws.counter(night, draw)) }
    }

    /// - Parameter asleep: the stretches asleep, in order.
    init(_ asleep: [Range<FleetInstant>], of course: DayCourse, isNap: Bool) {
        let alcohol = isNap ? 0 : course.alcohol(on: course.date.adding(days: -1))
        let decades = Double(course.days.athlete.facts.age - 20) / 10
        let own = course.stream(.sleeping)
        let body = Body(
            deep: (1 - 0.1 * decades) * Elementary.exp(0.15 * own.normal(20)) * (1 + 0.1 * alcohol),
            rem: (1 - 0.027 * decades) * Elementary.exp(0.12 * own.normal(21)),
            stream: course.stream(.stages), night: course.date.dayNumber + (isNap ? 1 << 40 : 0))
        var left: (stage: SleepStage, minutes: Int64) = (.core, 0)
        var (cycle, part) = (0, 0)
        var before: FleetInstant?
        for stretch in asleep {
            if let before { stages.append((.awake, before..<stretch.lowerBound)) }
            var start = stretch.lowerBound
            while start < stretch.upperBound {
                while left.minutes == 0 {
                    left = Self.part(part, ofCycle: cycle, body, alcohol)
                    part += 1
                    if part == 4 { (cycle, part) = (cycle + 1, 0) }
                }
                let minutes = min(left.minutes, Sleep.minutes(start, stretch.upperBound))
                let end = start + .seconds(minutes * 60)
                append(left.stage, start..<end)
                left.minutes -= minutes
                start = end
            }
            before = stretch.upperBound
        }
    }

    /// Stages that follow one of their kind are one with it.
    private mutating func append(_ stage: SleepStage, _ span: Range<FleetInstant>) {
        if let last = stages.last, last.stage == stage, last.span.upperBound == span.lowerBound {
            stages[stages.count - 1].span = last.span.lowerBound..<span.upperBound
        } else {
            stages.append((stage, span))
        }
    }

    /// Minutes of deep and of REM sleep in the cycles of a sleeper of 20.
    private static let deepMinutes = [40.0, 27, 13, 6, 2]
    private static let remMinutes = [9.0, 19, 26, 30, 32]

    /// The parts of a cycle, from 0 on: light, deep, light, REM.
    private static func part(
        _ part: Int, ofCycle cycle: Int, _ body: Body, _ alcohol: Double
    ) -> (SleepStage, Int64) {
        func draw(_ number: Int) -> Double { body.normal(8 * min(cycle, 15) + number) }
        func minutes(_ minutes: Double) -> Int64 { Int64(max(0, minutes).rounded()) }
        let number = min(cycle, deepMinutes.count - 1)
        let deep = deepMinutes[number] * body.deep * Elementary.exp(0.25 * draw(0))
        let early = cycle < 2 ? 1 - 0.35 * alcohol : 1
        let rem = remMinutes[number] * body.rem * early * Elementary.exp(0.25 * draw(1))
        let length = (cycle == 0 ? 85 : 97) + 11 * draw(2)
        let light = max(12, length - deep - rem)
        switch part {
        case 0: return (.core, minutes(0.3 * light))
        case 1: return (.deep, minutes(deep))
        case 2: return (.core, max(1, minutes(0.7 * light)))
        default: return (.rem, minutes(rem))
        }
    }
}
