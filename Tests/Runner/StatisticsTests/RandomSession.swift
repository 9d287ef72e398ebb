import TestSupport
import Vocabulary

/// A session of one metric with everything that befalls one, and the instants of its emissions.
struct RandomSession {
    enum Event {
        case sample(Int64?, at: FleetDuration)
        case emission(at: FleetDuration)
    }

    private(set) var metric: Metric
    private(set) var shape = ChannelShape()
    private(set) var period: FleetDuration
    private(set) var events: [Event] = []
    private var dice: Dice
    private var value: Int64 = 0
    private var silence: Int64 = 0

    init(seed: UInt64, case number: Int) {
        dice = Dice(seed: seed, case: number)
        metric = dice.pick(Metric.allCases)
        period = FleetDuration(ticks: dice.pick([1, 2, 5, 10, 25, 50]))
        shape.statistics = Set(Statistic.allCases.filter { _ in dice.chance(70) })
        shape.window = randomWindow()
        shape.smoothing = randomSmoothing()
        shape.minimumCoveragePercent = dice.pick([0, 0, 0, 1, 50, 90, 100])
        value = metric.isCumulative ? 0 : dice.within(0...ceiling)
        fill()
    }

    private var ceiling: Int64 {
        metric.row.limits.upperBound * Decimal64.powerOfTen(metric.decimals)
    }

    private mutating func randomSpan() -> FleetDuration {
        switch dice.within(0...9) {
        case 0: FleetDuration(ticks: dice.within(1...50))
        case 1: FleetDuration(ticks: dice.within(51...1000))
        case 2: .seconds(dice.within(30...300))
        default: .seconds(dice.within(1...30))
        }
    }

    private mutating func randomWindow() -> Window {
        dice.chance(15) ? .session : .span(randomSpan())
    }

    private mutating func randomSmoothing() -> Smoothing {
        switch dice.within(0...5) {
        case 0: .mean(randomSpan())
        case 1: .median(randomSpan())
        case 2: .ema(halfLife: randomSpan())
        case 3: .ema2(halfLife: randomSpan())
        default: .none
        }
    }

    /// Emissions lie on a grid of their own; it moves when a pause has held up session time, and
    /// while session time stands still several can fall on one instant.
    private mutating func fill() {
        let every = dice.pick([50, 50, 100, 250, dice.within(1...300)])
        let isIrregular = dice.chance(25)
        var next = dice.chance(60) ? every : dice.within(0...every)
        var time: Int64 = 0
        if dice.chance(10) { events.append(.sample(nextValue(), at: .zero)) }
        for _ in 0..<dice.within(20...120) {
            time += step(isIrregular: isIrregular)
            while next < time {
                events.append(.emission(at: FleetDuration(ticks: next)))
                if dice.chance(3) { events.append(.emission(at: FleetDuration(ticks: next))) }
                next += dice.chance(2) ? dice.within(0...every) : every
            }
            events.append(.sample(nextValue(), at: FleetDuration(ticks: time)))
        }
        events.append(.emission(at: FleetDuration(ticks: max(time, next - every))))
        events.append(.emission(at: FleetDuration(ticks: max(time, next) + dice.within(0...600))))
    }

    /// Ticks to the next sample: one period, or a drop-out of up to three seconds.
    private mutating func step(isIrregular: Bool) -> Int64 {
        if isIrregular { return dice.within(1...150) }
        guard dice.chance(4) else { return period.ticks }
        return max(1, dice.within(1...150) / period.ticks) * period.ticks
    }

    private mutating func nextValue() -> Int64? {
        if silence == 0, dice.chance(4) { silence = dice.within(1...12) }
        if metric.isCumulative {
            value += dice.chance(30) ? 0 : dice.within(0...ceiling / 1000)
        } else {
            value = nextState()
        }
        guard silence > 0 else { return value }
        silence -= 1
        return nil
    }

    private mutating func nextState() -> Int64 {
        if dice.chance(20) { return value }
        if dice.chance(10) { return dice.pick([0, ceiling, dice.within(0...ceiling)]) }
        return min(max(value + dice.within(-9...9), 0), ceiling)
    }
}
