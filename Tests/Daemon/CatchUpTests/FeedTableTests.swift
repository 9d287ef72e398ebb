import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import CatchUp

/// What is to be done for a feed in each of its states, whatever happens.
@Suite struct FeedTableTests {
    enum State: String, CaseIterable { case opened, recalling, replaying, arriving, live }

    /// A stand with a feed in a state, beside one that is live.
    private static func stand(_ state: State) -> (CatchUpStand, CatchUpStand.Reader) {
        let stand = CatchUpStand(staysInMemory: state != .arriving)
        // One that is live comes by a replay, whatever the others do.
        let first = stand.open(after: state == .arriving ? stand.live.present : nil)
        while first.channel == nil { stand.turn(first) }
        stand.fly(100)
        let reader: CatchUpStand.Reader
        switch state {
        case .opened: reader = stand.open()
        case .recalling:
            reader = stand.open()
            stand.turn(reader, bytes: 1)
        case .replaying:
            reader = stand.open([1], every: 2)
            stand.turn(reader, bytes: 1)
        case .arriving:
            reader = stand.open(every: 2)
            stand.turn(reader, bytes: 1)
        case .live: reader = first
        }
        return (stand, reader)
    }

    @Test(arguments: State.allCases)
    func `a turn asks for the work of the state`(state: State) {
        let (stand, reader) = Self.stand(state)
        let action = stand.feeds.takeTurn(reader.number, at: 0, stand.offer)
        switch (state, action) {
        case (.opened, .beginRecall), (.recalling, .recall), (.replaying, .replay),
            (.arriving, .arrive), (.live, .stay):
            break
        default: Issue.record("\(action)")
        }
    }

    @Test func `a feed of now without lines or lanes computes, and the next one waits for it`() {
        let stand = CatchUpStand()
        let (first, second) = (stand.open(), stand.open())
        let nothing = LiveOffer(hasLanes: false)
        guard
            case .beginReplay(let opening) = stand.feeds.takeTurn(
                first.number, at: 0, { _ in nothing })
        else { return #expect(Bool(false), "nothing to compute") }
        #expect(opening == first.opening)
        guard case .wait = stand.feeds.takeTurn(second.number, at: 0, { _ in nothing }) else {
            return #expect(Bool(false), "two compute the same")
        }
        #expect(stand.feeds.isWaiting(second.number))
        let remains = stand.feeds.close(first.number)
        #expect(remains.channel == nil && remains.unfinished?.shape == opening.shape)
        #expect(stand.feeds.consumeReleases() == 1)
        guard case .beginReplay = stand.feeds.takeTurn(second.number, at: 0, { _ in nothing })
        else {
            return #expect(Bool(false), "it waits for nobody")
        }
    }

    @Test func `who comes back late computes at once, whoever leads`() {
        let stand = CatchUpStand()
        let past = StreamPosition(after: stand.live.now - .seconds(60))
        let feeds = [stand.open(), stand.open(after: past), stand.open(after: past)]
        for reader in feeds {
            stand.turn(reader, bytes: 1)
            #expect(!stand.feeds.isWaiting(reader.number))
        }
        #expect(stand.computed == 3)
    }

    @Test func `lanes that stand at the beginning are taken from the live fleet`() {
        let (stand, _) = Self.stand(.live)
        let reader = stand.open()
        let lanes = LiveOffer(hasLanes: true)
        guard case .beginReplay = stand.feeds.takeTurn(reader.number, at: 0, { _ in lanes }) else {
            return #expect(Bool(false))
        }
        // That is little work: nobody waits for it.
        let other = stand.open()
        guard case .beginReplay = stand.feeds.takeTurn(other.number, at: 0, { _ in lanes }) else {
            return #expect(Bool(false))
        }
    }

    @Test func `what the memory has forgotten is left to another way`() {
        let (stand, reader) = Self.stand(.recalling)
        let channel = stand.live.channel(
            recalling: reader.opening.shape, reader.opening.choices, after: stand.live.present)
        let leaving = stand.feeds.forget(reader.number)
        #expect(leaving.channel == channel)
        guard case .all = leaving.lanes else { return #expect(Bool(false)) }
        let nothing = LiveOffer(hasLanes: false)
        guard
            case .beginReplay(let rest) = stand.feeds.takeTurn(
                reader.number, at: 0, { _ in nothing })
        else { return #expect(Bool(false)) }
        #expect(!rest.includesSnapshots && !rest.isResume)
    }

    @Test(arguments: State.allCases)
    func `what a feed leaves behind is what it had`(state: State) {
        let (stand, reader) = Self.stand(state)
        let others = stand.feeds.count - 1
        let remains = stand.feeds.close(reader.number)
        #expect((remains.channel != nil) == [.recalling, .arriving, .live].contains(state))
        #expect((remains.unfinished == nil) == (state == .live))
        #expect(stand.feeds.count == others)
    }

    @Test(arguments: State.allCases)
    func `a started lane reaches all who follow all, in every state`(state: State) {
        let (stand, reader) = Self.stand(state)
        let all = state == .replaying ? 1 : stand.feeds.count
        let starts = stand.feeds.startedLane(77)
        #expect(starts.count == all)
        switch (state, starts[all - 1].action) {
        case (.opened, .await), (.recalling, .followAhead), (.arriving, .followAhead): break
        case (.replaying, .follow), (.live, .follow): break
        default: Issue.record("\(starts)")
        }
        let isBehind = [.opened, .recalling, .arriving].contains(state)
        #expect(starts[all - 1].takesRoom == isBehind)
        let ends = stand.feeds.endedLane(77)
        let followed = ends.filter { if case .channel = $0 { true } else { false } }
        #expect(ends.count == all && followed.count == (state == .opened ? all - 1 : all))
        let remains = stand.feeds.close(reader.number)
        // Until its replay gets there, the lane passes by.
        #expect((remains.unfinished?.passing.atOnce ?? 0) == (isBehind ? 1 : 0))
    }

    @Test(arguments: State.allCases)
    func `lanes that the fleet gets reach all who follow all, in every state`(state: State) {
        let (stand, reader) = Self.stand(state)
        let all = state == .replaying ? 1 : stand.feeds.count
        let actions = stand.feeds.raised([5, 6])
        #expect(actions.count == all)
        switch (state, actions[all - 1]) {
        case (.opened, .await), (.recalling, .followAhead), (.arriving, .followBeside): break
        case (.replaying, .follow), (.live, .follow): break
        default: Issue.record("\(actions)")
        }
        guard state == .opened,
            case .beginReplay(let opening) = stand.feeds.takeTurn(
                reader.number, at: 0, { _ in LiveOffer(hasLanes: true) })
        else { return }
        #expect(opening.choices.map(\.lane) == [0, 1, 2, 3, 4, 5, 6])
        #expect(opening.includesSnapshots && opening.lateLanes.isEmpty)
    }

    @Test func `lanes that have not said how they stand do so if the memory forgets`() {
        let (stand, reader) = Self.stand(.recalling)
        func raise(_ lane: LaneID) -> [FeedTable.RaiseAction] {
            stand.live.raise(to: lane.next.index)
            return stand.feeds.raised([lane])
        }
        for case .followAhead(let recall) in raise(5) { recall.join([5], in: stand.live) }
        _ = stand.feeds.forget(reader.number)
        _ = raise(6)
        let nothing = LiveOffer(hasLanes: false)
        guard
            case .beginReplay(let rest) = stand.feeds.takeTurn(
                reader.number, at: 0, { _ in nothing })
        else { return #expect(Bool(false)) }
        #expect(!rest.includesSnapshots && rest.lateLanes == [5, 6])
        #expect(rest.choices.map(\.lane) == [0, 1, 2, 3, 4, 5, 6])
    }

    /// Every event that cannot happen, with the state in which it cannot.
    static let impossible: [(event: String, state: State)] = [
        ("begin", .recalling), ("begin", .replaying), ("begin", .arriving), ("begin", .live),
        ("begin arrival", .recalling), ("begin arrival", .replaying), ("begin arrival", .live),
        ("forget", .opened), ("forget", .replaying), ("forget", .arriving), ("forget", .live),
        ("join", .opened), ("take over", .opened), ("take over", .recalling),
        ("take over", .arriving), ("take over", .live),
    ]

    private static func send(_ event: String, in state: State) {
        let (stand, reader) = stand(state)
        switch event {
        case "begin": _ = stand.begin(reader.number, reader.opening)
        case "begin arrival": _ = stand.begin(arrivalOf: reader.number, reader.opening)
        case "forget": _ = stand.feeds.forget(reader.number)
        case "join": _ = stand.feeds.join(reader.number)
        default: stand.feeds.join(reader.number, channel: 0)
        }
    }

    @Test(arguments: impossible.indices)
    func `an event that cannot happen traps, and names itself and the state`(
        index: Int
    ) async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [index] in
            let (event, state) = FeedTableTests.impossible[index]
            FeedTableTests.send(event, in: state)
        }
        let (event, state) = Self.impossible[index]
        let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let word = event == "take over" ? "join" : event
        #expect(told.contains("\(word) of feed") && told.contains("which is \(state.rawValue)"))
    }

    @Test func `a feed that has ended is asked for in vain`() async {
        await #expect(processExitsWith: .failure) {
            let (stand, reader) = FeedTableTests.stand(.opened)
            stand.close(reader)
            _ = stand.feeds.close(reader.number)
        }
    }

    @Test func `those who ask for the same at once share what they wait with`() {
        var feeds = FeedTable()
        let stand = CatchUpStand()
        let first = feeds.shared(stand.open().opening)
        #expect(feeds.shared(stand.open().opening) === first)
        let other = feeds.shared(stand.open([1, 2]).opening)
        #expect(other !== first)
        #expect(feeds.shared(stand.open([1, 2]).opening) === other)
        #expect(feeds.shared(first.adding(LaneChoice(lane: 9))) != first)
    }

    @Test func `a feed lies in sixteen bytes`() {
        #expect(MemoryLayout<FeedTable.Feed?>.stride == 16)
    }
}

extension FeedTable {
    /// How many feeds have not ended.
    var count: Int { rows.count { $0 != nil } }
}
