import ChannelPipeline
import FlightDisplay
import Readout
import Simulation
import Terminal
import TestSupport
import Vocabulary
import WireProtocol

/// A display that the real pipeline feeds in virtual time: the lines of a daemon, without a clock.
struct DisplayStand {
    /// 2026-11-20T06:00:00Z.
    static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    /// The machine's clock at the greeting.
    static let greetingClock = MonotonicInstant.zero + .seconds(1000)

    let fleet: Fleet
    let greeted: FleetInstant
    let speed: Double
    private(set) var now: FleetInstant
    var state: DisplayState
    private let daemon: Daemon
    /// The fleet that answers requests for pages; nil for the pipeline's.
    var scripted: ScriptedFleet?
    /// The requests that the display has sent, without subscriptions.
    private(set) var requests: [String] = []
    /// The open subscriptions by name, with the lines that they have not sent yet.
    private var replays: [String: Replay] = [:]

    /// - Parameter greeted: the fleet's present when the display connects.
    init(
        _ fleet: Fleet, greeted: FleetInstant, lane: LaneID? = nil, symbols: Symbols = .braille,
        speed: Double = 1
    ) {
        self.fleet = fleet
        self.greeted = greeted
        self.speed = speed
        now = greeted
        daemon = Daemon(fleet, at: greeted)
        state = DisplayState(Preferences(units: .metric, symbols: symbols), lane: lane)
        state.connect()
        say(
            #"{"type":"hello","proto":"1.0","seed":\#(fleet.seed),"speed":\#(speed),"#
                + #""sessions":\#(fleet.flownLaneCount),"shard":"\#(fleet.shard)","#
                + #""t":"\#(Self.text(greeted))","#
                + #""clock_us":\#(Self.greetingClock.microseconds),"beat_s":5}"#)
        say(Self.description)
    }

    static let description =
        #"{"type":"describe","levels":{"high":{"enter":0.83,"leave":0.80},"#
        + #""low":{"enter":0.40,"leave":0.44},"takeoff":{"until_fraction":0.50}}}"#

    static func text(_ instant: FleetInstant) -> String {
        "\(CalendarTime(microseconds: instant.microseconds))"
    }

    /// The machine's clock at the fleet's present.
    var clock: MonotonicInstant {
        Self.greetingClock + .microseconds(Int64(Double((now - greeted).microseconds) / speed))
    }

    /// Sends a line of the daemon to the display.
    mutating func say(_ line: String) {
        guard let value = JSONValue(line: line.utf8) else {
            preconditionFailure("no JSON: \(line)")
        }
        state.take(value, at: clock)
    }

    /// Opens the wanted subscriptions and advances the fleet by `span`.
    mutating func fly(_ span: FleetDuration) throws(WireError) {
        answer()
        try openSubscriptions()
        now = now + span
        pump()
        say(#"{"type":"beat","t":"\#(Self.text(now))"}"#)
        answer()
    }

    /// Advances the clock; no line comes.
    mutating func pass(_ span: FleetDuration) { now = now + span }

    /// Answers the display's requests until it has no more, at most ten times.
    mutating func answer() {
        for _ in 0..<10 {
            let pages = ask().filter { $0.contains(#""op":"sessions""#) }
            if pages.isEmpty { return }
            for page in pages { say(answer(to: page)) }
        }
    }

    /// The requests of the display that are due.
    mutating func ask() -> [String] {
        let asked = state.requests(at: clock)
        requests += asked
        return asked
    }

    private func answer(to request: String) -> String {
        if let scripted { return scripted.answer(request, at: now) }
        do throws(WireError) {
            let incoming = try Self.decodeAny(request)
            guard case .sortedSessions(let page) = incoming.request else {
                preconditionFailure("no request for a sorted page: \(request)")
            }
            return answer(to: page, incoming.answerID)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The answer of a daemon that has brought all lanes to the present.
    private func answer(to request: SortedSessionsRequest, _ id: AnswerID) -> String {
        daemon.live.advance(to: now, clock: nil)
        var text = ""
        while !text.contains(#""brought":\#(fleet.flownLaneCount),"#) {
            let page = daemon.live.sorted(request)
            while !daemon.live.advance(page, steps: 1_000_000) {}
            var line = LineBuffer()
            page.append(id: id, to: &line)
            text = String(line.text.dropLast())
        }
        return text
    }

    /// The fleet that answers requests for pages.
    private final class Daemon {
        var live: LiveFleet

        init(_ fleet: Fleet, at instant: FleetInstant) { live = LiveFleet(fleet, at: instant) }
    }

    /// Opens the subscriptions that the display wants, and ends the others.
    mutating func openSubscriptions() throws(WireError) {
        let wanted = state.subscriptions
        replays = replays.filter { name, _ in wanted.contains { $0.name == name } }
        for subscription in wanted where replays[subscription.name] == nil {
            replays[subscription.name] = try open(subscription)
        }
        pump()
        for subscription in wanted { say(#"{"sub":"\#(subscription.name)","type":"live"}"#) }
    }

    private func open(_ subscription: DisplaySubscription) throws(WireError) -> Replay {
        let request = try Self.decode(subscription.request)
        let start: Beginning =
            request.start == .sessionStart
            ? .sessionStarts : .after(StreamPosition(after: now))
        return Replay(
            of: fleet, shape: request.shape, choices: try fleet.choices(request.selection),
            start: start, opened: now, schedule: nil)
    }

    /// The subscription, as the daemon parses it.
    static func decode(_ text: String) throws(WireError) -> SubscribeRequest {
        guard case .subscribe(let subscription) = try decodeAny(text).request else {
            preconditionFailure("no subscription: \(text)")
        }
        return subscription
    }

    /// Any request, as the daemon parses it.
    @discardableResult
    static func decodeAny(_ text: String) throws(WireError) -> IncomingRequest {
        do throws(RequestFailure) {
            let incoming = try RequestDecoder.decode(Array(text.utf8)[...], number: 1)
            precondition(incoming.answerID.ignored.isEmpty, "fields passed over in \(text)")
            return incoming
        } catch {
            throw error.error
        }
    }

    private mutating func pump() {
        for (name, replay) in replays.sorted(by: { $0.key < $1.key }) {
            while !replay.advance(to: now, steps: .max, bytes: .max) {}
            var lines: [String] = []
            replay.consumeLines { block in
                lines = String(decoding: block.bytes.bytes, as: UTF8.self)
                    .split(separator: "\n").map(String.init)
            }
            for line in lines { say(#"{"sub":"\#(name)","# + line.dropFirst()) }
        }
    }

    var shot: Shot { Shot(state: state, clock: clock) }

    func text(_ columns: Int, _ rows: Int) -> String { shot.text(columns, rows) }

    /// Presses keys, one for each character, and answers the requests that follow each.
    mutating func press(_ keys: String) {
        for key in keys { press(.character(key)) }
    }

    mutating func press(_ key: Key) {
        _ = state.take(key, at: clock)
        answer()
    }

    /// Sends the pause event of a session of the table.
    mutating func pause(_ session: String) {
        let name = state.subscriptions.first?.name ?? ""
        say(
            #"{"sub":"\#(name)","type":"event","event":"pause","session":"\#(session)","#
                + #""t":"\#(Self.text(now))"}"#)
    }

    /// Sends a mouse event.
    mutating func mouse(_ action: MouseEvent.Action, row: Int, column: Int) {
        press(.mouse(MouseEvent(action, row: row, column: column)))
    }
}

extension DisplayStand {
    /// The first seed from 1 on with which lane 0 flies a mission.
    static let missionSeed: UInt64 = {
        var seed: UInt64 = 1
        while SimulatedRun(seed: seed, lane: 0, lap: 0, rate: .oneHertz).plan.mission == nil {
            seed += 1
        }
        return seed
    }()

    /// From the session's start to an instant at which the mission is on its pace.
    static let midFlight = FleetDuration.seconds(1420)

    /// A mission in mid-flight.
    static func mission() throws(WireError) -> DisplayStand {
        let fleet = Fleet(seed: missionSeed, epoch: epoch, simulatedLanes: 12)
        var stand = DisplayStand(
            fleet, greeted: epoch + midFlight - .seconds(20), lane: 0)
        try stand.fly(.seconds(20))
        return stand
    }

    /// The same, shared by tests that only look at it.
    static let missionShot = Result { try mission().shot }

    /// The table of a fleet that fills a screen of 200x60, sorted by heart rate.
    static func fleetTable() throws(WireError) -> DisplayStand {
        let fleet = Fleet(seed: missionSeed, epoch: epoch, simulatedLanes: 70)
        var stand = DisplayStand(fleet, greeted: epoch + .seconds(1200), lane: 0)
        stand.state.fit(columns: 200, rows: 60)
        stand.press("t")
        try stand.fly(.seconds(2))
        stand.sort(by: "▼BPM", columns: 200)
        stand.pass(.seconds(1))
        try stand.fly(.seconds(2))
        return stand
    }
}

/// A state of the display, and the machine's clock.
struct Shot {
    var state: DisplayState
    let clock: MonotonicInstant

    func screen(_ columns: Int, _ rows: Int) -> Screen {
        DisplayView.draw(state, at: clock, columns: columns, rows: rows)
    }

    func text(_ columns: Int, _ rows: Int) -> String {
        screen(columns, rows).text.joined(separator: "\n")
    }

    /// Presses keys, one for each character.
    mutating func press(_ keys: String) {
        for key in keys { _ = state.take(.character(key), at: clock) }
    }

    mutating func press(_ key: Key) { _ = state.take(key, at: clock) }
}
