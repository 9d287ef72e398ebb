import ChannelPipeline
import Configuration
import StateFiles
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// How many sessions one user may start.
@Suite struct StartQuotaTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private let source = FleetSource(
        Fleet(seed: 42, epoch: epoch, simulatedLanes: 4),
        schedule: ScheduleClock(fleetOrigin: epoch, monotonicOrigin: 0, speed: .realTime),
        catchUpThreads: 0)

    init() {
        var limits = DaemonLimits()
        limits.userStarts = 2000
        source.change(limits)
    }

    /// Starts sessions until one is refused.
    ///
    /// - Returns: how many were started, and what the next one is told.
    private func start(
        by user: UInt32?, at instant: FleetInstant? = nil, atMost limit: Int = 2000
    ) -> (count: Int, refusal: String?) {
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator) = (user, user == 0)
        for count in 0..<limit {
            var refusal: WireError?
            source.desk.perform(.start(StartOrder(), at: instant), by: rights) { outcome in
                if case .refused(let error) = outcome { refusal = error }
            }
            guard let refusal else { continue }
            #expect(refusal.code == .noRoom)
            return (count, refusal.reason)
        }
        return (limit, nil)
    }

    @Test func `nobody can plan so many ahead that others have no room`() {
        let week = Self.epoch + .seconds(500_000)
        let first = start(by: 1001, at: week)
        #expect(first.count == ProtocolLimits.userPlannedStarts)
        #expect(first.refusal?.hasPrefix("User 1001 has planned 256 sessions") == true)
        #expect(start(by: 1001).count == 512)
        // Of what is left each gets a part, and there is always some for whoever comes.
        let second = start(by: nil, at: week)
        #expect(second.count == 96)
        #expect(second.refusal?.contains("what is left is divided among 2 users") == true)
        #expect(start(by: 1002).count == 32)
        #expect(start(by: 1003).count == 16)
        #expect(start(by: 1001).count == 0 && start(by: 1002).count == 0)
        // However many divide it, one is left for one more.
        #expect((UInt32(2000)...2009).allSatisfy { start(by: $0).count >= 1 })
        // Root and the daemon's user find the last ones free.
        #expect(start(by: 0, at: week).count >= 64)
        #expect(start(by: 0).count == 0)
    }

    @Test func `what was started counts for whoever did it after a restart`() throws {
        var commands: [SessionCommand] = []
        source.desk.keep = { [weak source] command, number in
            commands.append(command)
            source?.desk.finish(number, nil)
        }
        #expect(start(by: 1001, atMost: 3).count == 3)
        var again = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 4)
        for command in commands { try again.enter(command) }
        let source = FleetSource(
            again, schedule: source.schedule, limits: source.limits, catchUpThreads: 0)
        let last = try #require(commands.last?.instant)
        source.live.advance(to: last + .seconds(1), clock: nil)
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator, rights.control) = (1001, false, .own)
        let stop = CommandRequest.stop(SelectedSessions(try #require(commands.first).session))
        for (user, isDone) in [(UInt32(1002), false), (1001, true)] {
            rights.userID = user
            source.desk.perform(stop, by: rights) { outcome in
                if case .done = outcome { #expect(isDone) } else { #expect(!isDone, "\(outcome)") }
            }
        }
    }

    @Test func `what has begun is no longer planned, and what has ended counts for nobody`() {
        let soon = Self.epoch + .seconds(30)
        #expect(start(by: 1001, at: soon).count == 256)
        source.live.advance(to: soon + .seconds(1), clock: nil)
        #expect(start(by: 1001, at: soon + .seconds(60)).count == 256)
        source.live.advance(to: soon + .seconds(5000), clock: nil)
        #expect(start(by: 1001).count == ProtocolLimits.userSessions)
    }

    @Test func `starts of which nothing came count for nobody`() {
        var numbers: [Int] = []
        source.desk.keep = { _, number in numbers.append(number) }
        for _ in 0..<3 {
            #expect(start(by: 1001, atMost: 300).count == 300)
            for number in numbers { source.desk.finish(number, .stalled) }
            numbers = []
        }
        source.desk.keep = { [weak source] _, number in source?.desk.finish(number, nil) }
        let all = start(by: 1001)
        #expect(all.count == ProtocolLimits.userSessions, "\(all.refusal ?? "")")
    }
}
