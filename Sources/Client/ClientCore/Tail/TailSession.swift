import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import StreamClient
import Vocabulary
import WireProtocol

/// One run of `tail`: from the first subscription to the last line, over any number of connections.
struct TailSession: ~Copyable {
    let options: TailOptions
    var course: LinkCourse
    var link: DaemonConnections
    var output: TailOutput
    var keeper: AnchorKeeper?
    var printed = 0
    /// Whether the subscription that is shown has been accepted once.
    var hasBeenAccepted = false
    var hasIntroduced = false
    var restNotice = RestNotice()
    /// Whether `--from`, `--since` and `--last` apply; an anchor file overrides them.
    let beginsAtMoment: Bool
    /// The search for the lines of `--last`; nil without the flag, and once they are shown.
    var search: LastLines?
    /// The number of answers still to arrive for subscriptions that the search has ended.
    var answersToPass = 0
    /// Lines from this instant on are not wanted; nil without `--until`.
    private(set) var until: FleetInstant?

    /// How long one attempt may wait for the connection, and for the greeting.
    private static let patience = Duration.seconds(10)

    /// Opens the anchor file, if one is named, and starts the clock of `--for`.
    ///
    /// - Parameter folder: where the lines of a recording go; standard output for nil.
    init(
        _ options: TailOptions, _ link: consuming DaemonConnections,
        into folder: RecordFolder? = nil
    ) throws(ProgramFailure) {
        self.options = options
        self.link = link
        output = TailOutput(options.style, into: folder)
        var kept: Anchor?
        if let path = options.anchorPath {
            let file = try AnchorFile.open(path, flag: options.fileFlag)
            kept = file.anchor
            keeper = AnchorKeeper(file, every: options.anchorInterval)
        } else {
            keeper = nil
        }
        // The files may hold lines that came after the anchor was kept: the later anchor counts.
        let flags = options.flags
        let last = try folder?.recover { flags.tell($0) }
        if let last, last.position > kept?.position ?? StreamPosition(bits: 0) { kept = last }
        if kept == nil { search = options.bounds.lastLines.map { LastLines($0) } }
        beginsAtMoment = kept == nil
        course = LinkCourse(
            patience: Self.patience, reconnects: options.reconnects, insists: options.insists,
            endsAt: options.span.map { MonotonicClock.now + $0 }, silence: options.silence)
        if let end = course.endsAt { StandardStream.endWaits(at: end) }
        course.begin(at: kept.map { .after($0) } ?? options.bounds.beginning)
    }

    /// Follows to the end, reports why it ended, and returns the exit code.
    mutating func run(until interruption: borrowing Interruption) -> ExitCode {
        let end: TailEnd
        do throws(ProgramFailure) {
            let last = try followThrough(until: interruption)
            end = try last == .interrupted ? cutShort(by: interruption) : last
        } catch {
            end = .failed(error)
        }
        return close(keepAnchor() ?? end)
    }

    /// The end of `--for`, or the signal, for which a write stopped waiting.
    private func cutShort(
        by interruption: borrowing Interruption
    ) throws(ProgramFailure) -> TailEnd {
        let isOver = course.endsAt.map { MonotonicClock.now >= $0 } ?? false
        let code = try isOver ? interruption.read() : interruption.readAfterWrite()
        return .done(code ?? .success)
    }

    private mutating func followThrough(
        until interruption: borrowing Interruption
    ) throws(ProgramFailure) -> TailEnd {
        while true {
            let now = MonotonicClock.now
            let end: TailEnd?
            switch course.next(at: now) {
            case .connect(let patience): end = try connect(within: patience, until: interruption)
            case .wait(let due):
                end = try interruption.wait(until: due).map { .done($0) }
            case .subscribe(let after):
                try subscribe(after: after)
                continue
            case .read(let due): end = try read(until: due, or: interruption, at: now)
            case .end(let reason): return TailEnd(reason)
            }
            if case .lost(let loss) = end { lose(loss) } else if let end { return end }
        }
    }

    /// Makes one attempt to connect; if a signal came first, returns the end.
    private mutating func connect(
        within patience: Duration, until interruption: borrowing Interruption
    ) throws(ProgramFailure) -> TailEnd? {
        do throws(ClientFailure) {
            try link.connect(within: patience, or: interruption.raw)
        } catch {
            // The descriptor may be readable a moment before the signal can be read.
            if let code = try interruption.read() { return .done(code) }
            let chance = SystemRandom.bits()
            tell(course.fail(error, at: MonotonicClock.now, chance: chance))
            return nil
        }
        let isFirst = !course.hasConnected
        let beatSeconds = link.greeting?["beat_s"]?.integer
        course.greet(beatSeconds: beatSeconds, at: MonotonicClock.now)
        limitSearch()
        if isFirst { try resolveMoments() }
        return nil
    }

    private mutating func lose(_ loss: LinkLoss) {
        if options.reconnects { _ = keepAnchor() }
        link.disconnect()
        tell(course.lose(loss, at: MonotonicClock.now, chance: SystemRandom.bits()))
    }

    func tell(_ notice: String?) { options.flags.tell(notice) }

    /// Resolves moments to instants, by the fleet's clock in the greeting.
    ///
    /// - Throws: if no line can lie between them.
    private mutating func resolveMoments() throws(ProgramFailure) {
        guard let greeting = link.greeting, greeting["t"] != nil else { return }
        let beginning = try options.bounds.resolve(by: greeting, isChecked: beginsAtMoment)
        until = beginning.until
        if beginsAtMoment, let start = beginning.start { course.begin(at: start) }
    }

    private mutating func subscribe(after: String?) throws(ProgramFailure) {
        guard search == nil else { return try beginSearch() }
        link.send(try options.request(after: after))
    }

    /// Reads one line; returns the end if it is the last line.
    private mutating func read(
        until instant: MonotonicInstant?, or interruption: borrowing Interruption,
        at now: MonotonicInstant
    ) throws(ProgramFailure) -> TailEnd? {
        if let due, now >= due, let end = keepAnchor() { return end }
        let limit = MonotonicInstant?.earlier(instant, due)
        let event: StreamClient.Event
        do throws(ClientFailure) {
            let timeout = limit.map { max(.zero, $0 - MonotonicClock.now) }
            event = try link.next(or: interruption.raw, timeout: timeout)
        } catch {
            throw ProgramFailure(error)
        }
        switch event {
        case .line(let line):
            course.hear(at: MonotonicClock.now)
            return try handle(line)
        case .interrupted: return try interruption.read().map { .done($0) }
        case .timedOut: return course.isSilent(at: MonotonicClock.now) ? .lost(.silence) : nil
        case .ended: return .lost(LinkLoss(.linkLost))
        }
    }
}
