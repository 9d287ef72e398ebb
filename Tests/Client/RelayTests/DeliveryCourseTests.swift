import TestSupport
import Testing
import Vocabulary

@testable import Relay

@Suite struct DeliveryCourseTests {
    private func course(
        attempt: Duration = .seconds(60), giveUp: Duration? = nil
    ) -> DeliveryCourse {
        DeliveryCourse(DeliveryPatience(attempt: attempt, giveUp: giveUp))
    }

    private func at(_ seconds: Double) -> MonotonicInstant {
        MonotonicInstant(microseconds: Int64(seconds * 1_000_000))
    }

    @Test func `a delivery begins at once, and is over with its success`() {
        var course = course()
        #expect(course.next(at: at(0)) == .idle)
        course.begin(at: at(1))
        #expect(course.next(at: at(1)) == .start)
        course.start(at: at(1))
        #expect(course.next(at: at(2)) == .watch(until: at(61)))
        course.succeed(at: at(2))
        #expect(course.next(at: at(2)) == .idle)
    }

    @Test func `pauses grow from half a second to fifteen, and begin anew after a success`() {
        var course = course()
        var now = at(0)
        var pauses: [Double] = []
        course.begin(at: now)
        for _ in 0..<8 {
            course.start(at: now)
            course.fail(at: now, chance: 0)
            guard case .wait(let due) = course.next(at: now) else { return #expect(Bool(false)) }
            pauses.append((due - now).inSeconds)
            now = due
            #expect(course.next(at: now) == .start)
        }
        #expect(pauses == [0.5, 1, 2, 4, 8, 15, 15, 15])
        #expect(course.failures == 8)
        course.start(at: now)
        course.succeed(at: now)
        #expect(course.failures == 0)
        course.begin(at: now)
        course.start(at: now)
        course.fail(at: now, chance: 0)
        #expect(course.next(at: now) == .wait(until: now + .milliseconds(500)))
    }

    @Test func `an attempt does not hold up the end for long, but an acknowledgement does`() {
        var course = course()
        course.begin(at: at(0))
        course.start(at: at(0))
        course.hurry(at: at(1))
        #expect(course.next(at: at(2)) == .watch(until: at(11)))
        course.progress(at: at(3), isDone: false)
        #expect(course.next(at: at(3)) == .watch(until: at(13)))
        #expect(course.next(at: at(13)) == .stop)
        var short = self.course(attempt: .seconds(5))
        short.begin(at: at(0))
        short.start(at: at(0))
        short.hurry(at: at(1))
        #expect(short.next(at: at(1)) == .watch(until: at(5)))
    }

    @Test func `an attempt that takes too long is stopped, however often it is asked`() {
        var course = course(attempt: .seconds(5))
        course.begin(at: at(0))
        course.start(at: at(0))
        #expect(course.next(at: at(4.9)) == .watch(until: at(5)))
        #expect(course.next(at: at(5)) == .stop)
        #expect(course.next(at: at(6)) == .stop)
        course.fail(at: at(6), chance: 0)
        #expect(course.next(at: at(6)) == .wait(until: at(6.5)))
    }

    @Test func `it gives up so long after the first attempt of a row has begun`() {
        var course = course(giveUp: .seconds(10))
        course.begin(at: at(0))
        course.start(at: at(0))
        #expect(course.next(at: at(9)) == .watch(until: at(10)))
        course.fail(at: at(9), chance: 0)
        course.start(at: at(9.5))
        #expect(course.next(at: at(9.9)) == .watch(until: at(10)))
        #expect(course.next(at: at(10)) == .giveUp(after: .seconds(10)))
        course.succeed(at: at(10))
        #expect(course.next(at: at(41)) == .idle)
        course.begin(at: at(50))
        course.start(at: at(50))
        #expect(course.next(at: at(59)) == .watch(until: at(60)))
    }

    @Test func `it gives up within an attempt that may take longer`() {
        var course = course(attempt: .seconds(300), giveUp: .seconds(2))
        course.begin(at: at(0))
        course.start(at: at(0))
        #expect(course.next(at: at(1)) == .watch(until: at(2)))
        #expect(course.next(at: at(2)) == .giveUp(after: .seconds(2)))
    }

    @Test func `a command that runs on is timed only while something waits`() {
        var course = course(attempt: .seconds(5), giveUp: .seconds(9))
        course.begin(at: at(0))
        course.start(at: at(0))
        course.progress(at: at(4), isDone: false)
        #expect(course.next(at: at(6)) == .watch(until: at(9)))
        course.progress(at: at(7), isDone: true)
        #expect(course.next(at: at(1000)) == .watch(until: nil))
        course.hand(at: at(1000), isDone: false)
        #expect(course.next(at: at(1001)) == .watch(until: at(1005)))
        #expect(course.next(at: at(1005)) == .stop)
    }
}
