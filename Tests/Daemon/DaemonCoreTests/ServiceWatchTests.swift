import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import DaemonCore

@Suite struct ServiceWatchTests {
    private static let tick = Duration.milliseconds(20)

    /// What is due within `duration` from the first tick on, with the time of each.
    private func told(
        _ watch: inout ServiceWatch, from start: MonotonicInstant = 1_000_000,
        for duration: Duration,
        status: (MonotonicInstant) -> String = { _ in "well" }
    ) -> [(time: MonotonicInstant, states: [ServiceState])] {
        (0..<Int(duration / Self.tick)).compactMap { tick in
            let now = start + Self.tick * tick
            let states = watch.due(at: now) { status(now) }
            return states.isEmpty ? nil : (now, states)
        }
    }

    @Test func `the first tick makes it ready and says how it is, once`() {
        var watch = ServiceWatch(watchdogTimeout: nil)
        let told = told(&watch, for: .seconds(60))
        #expect(told.map(\.states) == [[.ready, .status("well")]])
        #expect(told.first?.time == 1_000_000)
    }

    @Test(arguments: [1, 40_000, 100_000, 1_000_001, 20_000_000].map { Duration.microseconds($0) })
    func `a sign of life follows each fifth of the interval, at the next tick`(interval: Duration) {
        var watch = ServiceWatch(watchdogTimeout: interval)
        let told = told(&watch, for: .seconds(120))
        let pings = told.dropFirst()
        #expect(pings.allSatisfy { $0.states == [.watchdog] })
        #expect(pings.count >= 5)
        let fifth = Duration.microseconds((interval / 5).wholeMicroseconds)
        for (last, next) in zip(told, pings) {
            #expect(next.time - last.time >= fifth)
            #expect(next.time - last.time < max(.microseconds(1), fifth) + Self.tick)
        }
    }

    @Test func `ticks that do not come leave no sign of life to make up for`() {
        var watch = ServiceWatch(watchdogTimeout: .seconds(1))
        _ = watch.due(at: 0) { "" }
        #expect(watch.due(at: 60_000_000) { "" } == [.watchdog])
        #expect(watch.due(at: 60_020_000) { "" } == [])
    }

    @Test func `a look into the configuration is told when it begins and when it has ended`() {
        var watch = ServiceWatch(watchdogTimeout: nil)
        watch.reload(from: 1)
        #expect(watch.due(at: 0) { "well" } == [.ready, .status("well")])
        watch.reload(from: 5)
        #expect(watch.due(at: 6) { "well" } == [.reloading(5)])
        #expect(watch.due(at: 7) { "well" } == [])
        watch.reload(from: nil)
        #expect(watch.due(at: 8) { "well" } == [.ready])
        // What could not be told before it was over is not told at all.
        watch.reload(from: 9)
        watch.reload(from: nil)
        #expect(watch.due(at: 10) { "well" } == [])
        // A second look begins before the end of the first could be told.
        watch.reload(from: 13)
        #expect(watch.due(at: 14) { "well" } == [.reloading(13)])
        watch.reload(from: nil)
        watch.reload(from: 15)
        var told = watch
        #expect(told.due(at: 16) { "well" } == [.ready, .reloading(15)])
        told.reload(from: nil)
        #expect(told.due(at: 17) { "well" } == [.ready])
        watch.reload(from: nil)
        #expect(watch.due(at: 16) { "well" } == [.ready])
        watch.end()
        watch.reload(from: 11)
        #expect(watch.due(at: 12) { "well" } == [.stopping])
    }

    @Test func `how it is, is asked every ten seconds and told when it has changed`() {
        var watch = ServiceWatch(watchdogTimeout: nil)
        var asked = 0
        let told = told(&watch, for: .seconds(60)) { now in
            asked += 1
            return now < 25_000_000 ? "well" : now < 45_000_000 ? "busy" : "well"
        }
        #expect(asked == 6)
        #expect(
            told.map(\.states)
                == [[.ready, .status("well")], [.status("busy")], [.status("well")]])
        #expect(told.map(\.time) == [1_000_000, 31_000_000, 51_000_000])
    }

    @Test func `a fleet that is not at its present says how it is, and is ready after ten seconds`()
    {
        func late(_ watch: inout ServiceWatch, at now: MonotonicInstant) -> [ServiceState] {
            watch.due(at: now, isPresent: false) { "late" }
        }
        var watch = ServiceWatch(watchdogTimeout: .milliseconds(100))
        #expect(late(&watch, at: 5_000_000) == [.status("late")])
        for tick in 1..<500 {
            #expect(late(&watch, at: 5_000_000 + Self.tick * tick) == [])
        }
        #expect(late(&watch, at: 15_000_000) == [.ready, .status("late")])
        // From then on it gives signs of life while it is late.
        #expect(late(&watch, at: 16_000_000) == [.watchdog])
        var other = ServiceWatch(watchdogTimeout: nil)
        _ = late(&other, at: 5_000_000)
        #expect(other.due(at: 6_000_000) { "well" } == [.ready, .status("well")])
    }

    @Test func `the end is told once, and nothing after it`() {
        var watch = ServiceWatch(watchdogTimeout: .milliseconds(100))
        _ = told(&watch, for: .seconds(1))
        watch.end()
        #expect(told(&watch, from: 5_000_000, for: .seconds(30)).map(\.states) == [[.stopping]])
        watch.end()
        #expect(told(&watch, from: 50_000_000, for: .seconds(30)).isEmpty)
    }

    @Test func `what ends before its first tick has never been ready`() {
        var watch = ServiceWatch(watchdogTimeout: .milliseconds(100))
        watch.end()
        #expect(told(&watch, for: .seconds(1)).map(\.states) == [[.stopping]])
    }

    @Test func `what could not be told is due again after a pause`() {
        var watch = ServiceWatch(watchdogTimeout: .milliseconds(100))
        var failed = watch
        #expect(failed.due(at: 0) { "well" } == [.ready, .status("well")])
        watch.pause(at: 0)
        #expect(watch.due(at: .zero + ServiceWatch.pause - .microseconds(1)) { "well" } == [])
        #expect(
            watch.due(at: .zero + ServiceWatch.pause) { "well" } == [.ready, .status("well")])
    }
}
