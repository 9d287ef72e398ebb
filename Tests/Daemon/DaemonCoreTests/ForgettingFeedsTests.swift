import ChannelPipeline
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// Subscriptions that were accepted before what they ask for was forgotten.
@Suite struct ForgettingFeedsTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private let source = FleetSource(
        Fleet(seed: 42, epoch: epoch, simulatedLanes: 4),
        schedule: ScheduleClock(fleetOrigin: epoch, monotonicOrigin: 0, speed: .realTime),
        catchUpThreads: 0)

    private func perform(_ request: CommandRequest) throws -> SessionName {
        var session: SessionName?
        source.desk.perform(request) { outcome in
            if case .done(let command, _) = outcome { session = command.session }
        }
        return try #require(session)
    }

    private func fly(_ seconds: Int64) {
        let due = source.live.now + .seconds(seconds)
        while source.live.now < due {
            source.advance(towards: due, tickBegan: 0)
            source.removeLines()
        }
    }

    private func open(after position: StreamPosition) throws -> FeedID {
        var request = SubscribeRequest()
        request.shape.kinds = [.event, .stat]
        request.shape.every = .seconds(20)
        request.start = .after(Anchor(identity: source.identity, position: position))
        return try source.subscriptions.open(request).number
    }

    /// The lines of so many turns of a feed, or all up to the present, without the clock's fields.
    private func lines(_ feed: FeedID, turns: Int = .max) -> [String] {
        var lines: [String] = []
        var left = turns
        while left > 0 {
            let isPresent = source.subscriptions.catchUp(feed, bytes: turns == .max ? 1 << 16 : 1)
            source.subscriptions.consumeLines(of: feed) { block in
                lines += block.bytes.text.split(separator: "\n").map { line in
                    line.split(separator: ",").filter { !$0.contains("_us\":") }
                        .joined(separator: ",")
                }
            }
            left -= 1
            if isPresent { break }
        }
        return lines
    }

    private func forget() throws {
        let limits = RetentionLimits(
            longest: .lap, settling: .seconds(10), commands: 0, removedEntriesKept: 1000)
        let forgotten = try #require(source.fleet.forgettable(at: source.live.now, limits))
        source.desk.finishForgetting(forgotten)
    }

    private func start() throws -> SelectedSessions {
        fly(60)
        let session = SelectedSessions(try perform(.start(StartOrder(), at: nil)))
        fly(60)
        return session
    }

    private func pause(_ session: SelectedSessions) throws {
        _ = try perform(.pause(session))
        fly(30)
    }

    private func resumeAndStop(_ session: SelectedSessions) throws {
        _ = try perform(.resume(session))
        fly(30)
        _ = try perform(.stop(session))
        fly(60)
    }

    @Test func `one that has had no turn gets its lines as they were`() throws {
        let session = try start()
        let early = source.present
        try pause(session)
        try resumeAndStop(session)
        let expected = lines(try open(after: early))
        #expect(expected.contains { $0.contains("pause") })
        let feed = try open(after: early)
        try forget()
        #expect(lines(feed) == expected)
        #expect(throws: WireError.self) { try open(after: early) }
    }

    @Test func `one that reads from memory does so too`() throws {
        fly(1)
        let first = try open(after: source.present)
        _ = lines(first)
        _ = source.subscriptions.join(first)
        let session = try start()
        let feeds = try (0..<2).map { _ in try open(after: source.present) }
        try pause(session)
        let begun = feeds.map { lines($0, turns: 8) }
        #expect(source.subscriptions.resumes.recalled == 2)
        #expect(begun[0].count == 8 && begun[1] == begun[0])
        try resumeAndStop(session)
        let expected = lines(feeds[0])
        #expect(expected.count > 8)
        try forget()
        #expect(lines(feeds[1]) == expected)
        #expect(source.subscriptions.feedsComputed == 2)
    }

    @Test func `one that has not read its snapshots gets them again, and its lines as they were`()
        throws
    {
        fly(1)
        let first = try open(after: source.present)
        _ = lines(first)
        _ = source.subscriptions.join(first)
        let session = try start()
        let feeds = try (0..<2).map { _ in try open(after: source.present) }
        try pause(session)
        let begun = feeds.map { lines($0, turns: 1) }
        #expect(source.subscriptions.resumes.recalled == 2)
        #expect(begun[0].count == 1 && begun[0][0].contains("snapshot"))
        try resumeAndStop(session)
        let expected = lines(feeds[0])
        #expect(expected.first?.contains("snapshot") == true)
        try forget()
        #expect(lines(feeds[1]) == begun[1] + expected)
    }
}
