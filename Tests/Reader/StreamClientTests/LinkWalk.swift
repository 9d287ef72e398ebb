import Vocabulary
import WireProtocol

@testable import StreamClient

/// Drives a course through every order of events, and compares what it says with what its history
/// demands.
struct LinkWalk {
    /// What has happened, written down without the course.
    private struct History {
        var now = MonotonicInstant.zero + .seconds(1000)
        var isConnected = false
        var hasConnected = false
        var hasSubscribed = false
        var heardAt = MonotonicInstant.zero
        /// When the next attempt is due.
        var due = MonotonicInstant.zero
        /// Losses and failed attempts since the last line that was handled.
        var failures = 0
        /// What was told since then.
        var told: Set<String> = []
        /// The number of the anchor in the last line, and in the first answer.
        var handled: UInt64?
        var origin: UInt64?
        var anchors: UInt64 = 0
        var end: LinkCourse.End?
        var events: [String] = []
    }

    private(set) var findings: [String] = []
    private(set) var steps = 0
    private var course: LinkCourse
    private var history = History()
    private let reconnects: Bool
    private let endsAt: MonotonicInstant?

    private static let patience = Duration.seconds(10)
    private static let pauses = [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]

    init(reconnects: Bool, span: Duration?) {
        self.reconnects = reconnects
        let start = history.now
        endsAt = span.map { start + $0 }
        course = LinkCourse(patience: Self.patience, reconnects: reconnects, endsAt: endsAt)
    }

    /// Goes on with every event that is possible, so many times.
    mutating func goOn(_ events: Int) {
        let action = course.next(at: history.now)
        steps += 1
        let expected = expected()
        if action != expected {
            findings.append("\(history.events): \(action) instead of \(expected)")
        }
        guard events > 0 else { return }
        switch action {
        case .connect: connect(events)
        case .wait(let due):
            branch("wait", events) { $0.history.now = due }
            branch("half the wait", events) { walk in
                walk.history.now = walk.history.now + (due - walk.history.now) / 2
            }
        case .subscribe:
            history.hasSubscribed = true
            branch("answer", events) { $0.accept() }
            branch("no answer", events) { _ in }
        case .read(let until): read(events, until)
        case .end: branch("time", events) { $0.history.now = $0.history.now + .seconds(60) }
        }
    }

    private func expected() -> LinkCourse.Action {
        let now = history.now
        if let end = history.end { return .end(end) }
        if let endsAt, now >= endsAt { return .end(.timeIsUp) }
        guard history.isConnected else {
            guard now >= history.due else { return .wait(until: min(history.due, endsAt ?? .last)) }
            return .connect(within: min(Self.patience, (endsAt ?? .last) - now))
        }
        guard history.hasSubscribed else {
            return .subscribe(after: (history.handled ?? history.origin).map { "\(anchor($0))" })
        }
        return .read(until: min(history.heardAt + .seconds(15), endsAt ?? .last))
    }

    private func anchor(_ number: UInt64) -> Anchor {
        Anchor(identity: IdentityHash(bits: 42), position: StreamPosition(bits: number << 20))
    }

    /// Goes on from a copy after an event.
    private mutating func branch(
        _ name: String, _ events: Int, _ event: (inout LinkWalk) -> Void
    ) {
        var copy = self
        copy.history.events.append(name)
        event(&copy)
        copy.goOn(events - 1)
        (findings, steps) = (copy.findings, copy.steps)
    }
}

/// The events.
extension LinkWalk {
    private mutating func connect(_ events: Int) {
        branch("greeting", events) { walk in
            walk.history.now = walk.history.now + .milliseconds(3)
            walk.course.greet(beatSeconds: 5, at: walk.history.now)
            (walk.history.isConnected, walk.history.hasConnected) = (true, true)
            walk.history.hasSubscribed = false
            walk.history.heardAt = walk.history.now
        }
        branch("signal", events) { $0.fail(.interrupted) }
        branch("no daemon", events) { $0.fail(.noDaemon(tried: ["/x"])) }
        branch("other protocol", events) { $0.fail(.protocolViolation("x")) }
        branch("frozen daemon", events) { walk in
            walk.history.now = min(walk.history.now + Self.patience, walk.endsAt ?? .last)
            walk.fail(.silent)
        }
    }

    private mutating func fail(_ failure: ClientFailure) {
        let notice = course.fail(failure, at: history.now, chance: 0)
        if let endsAt, history.now >= endsAt {
            history.end = .timeIsUp
            check(notice, nil)
        } else if failure == .interrupted {
            check(notice, nil)
        } else if history.hasConnected, failure.mayPass {
            retry(LinkLoss(failure), notice)
        } else {
            history.end = .failed(failure)
            check(notice, nil)
        }
    }

    private mutating func read(_ events: Int, _ until: MonotonicInstant?) {
        branch("beat", events) { walk in
            walk.history.now = walk.history.now + .seconds(1)
            walk.course.hear(at: walk.history.now)
            walk.history.heardAt = walk.history.now
        }
        branch("line", events) { $0.handle() }
        branch("end of the connection", events) { $0.lose(LinkLoss(.linkLost)) }
        branch("silence", events) { walk in
            walk.history.now = until ?? .last
            let isSilent = walk.history.now >= walk.history.heardAt + .seconds(15)
            if walk.course.isSilent(at: walk.history.now) != isSilent {
                walk.findings.append("\(walk.history.events): silence is \(!isSilent)")
            }
            if isSilent { walk.lose(.silence) }
        }
    }

    private mutating func lose(_ loss: LinkLoss) {
        let notice = course.lose(loss, at: history.now, chance: 0)
        history.isConnected = false
        guard reconnects else {
            history.end = .lost(loss)
            return check(notice, nil)
        }
        retry(loss, notice)
    }

    private mutating func retry(_ loss: LinkLoss, _ notice: String?) {
        history.due = history.now + .milliseconds(Self.pauses[history.failures])
        history.failures += 1
        let isFirst = history.told.isEmpty
        let isNew = history.told.insert(loss.code).inserted
        let doing = isFirst ? "trying to connect again" : "still trying"
        check(notice, isNew ? "\(loss.reason); \(doing)" : nil)
        if course.nextAttempt != history.due || course.attempt != history.failures {
            findings.append("\(history.events): attempt \(course.attempt)")
        }
    }

    private mutating func accept() {
        history.anchors += 1
        history.origin = history.origin ?? history.anchors
        course.accept(line("ok"))
    }

    private mutating func handle() {
        history.anchors += 1
        history.handled = history.anchors
        course.hear(at: history.now)
        history.heardAt = history.now
        let notice = course.finish(line("stat"))
        check(notice, history.told.isEmpty ? nil : "the link is back")
        (history.failures, history.told) = (0, [])
        if course.anchor != anchor(history.anchors) { findings.append("\(history.events): anchor") }
    }

    private func line(_ type: String) -> ArraySlice<UInt8> {
        Array(#"{"type":"\#(type)","anchor":"\#(anchor(history.anchors))"}"#.utf8)[...]
    }

    private mutating func check(_ notice: String?, _ expected: String?) {
        guard notice != expected else { return }
        findings.append("\(history.events): told \(notice ?? "-") instead of \(expected ?? "-")")
    }
}
