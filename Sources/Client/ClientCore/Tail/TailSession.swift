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
    private var course: LinkCourse
    var link: TailLink
    private var output: TailOutput
    private var keeper: AnchorKeeper?
    private var printed = 0
    /// Whether the subscription that is shown has been accepted once.
    var hasBeenAccepted = false
    private var hasIntroduced = false
    private var restNotice = RestNotice()
    /// Whether `--from`, `--since` and `--last` apply; an anchor file overrides them.
    private let beginsAtMoment: Bool
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
        _ options: TailOptions, _ link: consuming TailLink, into folder: RecordFolder? = nil
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
        let command = options.flags.command
        let last = try folder?.recover { text in
            _ = StandardStream.error.write("\(command): \(text)\n")
        }
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

    private func close(_ end: TailEnd) -> ExitCode {
        if isBehind { link.tell("the file does not hold the last anchor\(advice)") }
        switch end {
        case .done(.success): return isBehind ? .output : .success
        case .done(let code): return code
        case .interrupted: preconditionFailure("what has interrupted tail was not looked at")
        case .lost(let loss):
            link.tell(isBehind ? loss.reason : loss.reason + advice)
            return .linkLost
        case .failed(let failure):
            link.tell(failure.description)
            return failure.code
        }
    }

    /// Whether the anchor file could not be written.
    private var isBehind: Bool {
        switch keeper {
        case .some(let keeper): keeper.failure != nil
        case nil: false
        }
    }

    /// How the user can resume, for a message.
    private var advice: String {
        if options.anchorPath != nil, !isBehind { return "; the same command goes on" }
        return course.anchor.map { "; go on with --from \($0)" } ?? ""
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
                end = try link.wait(for: interruption, until: due).map { .done($0) }
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

    private func tell(_ notice: String?) {
        if let notice { link.tell(notice) }
    }

    /// Resolves moments to instants, by the fleet's clock in the greeting.
    ///
    /// - Throws: if no line can lie between them.
    private mutating func resolveMoments() throws(ProgramFailure) {
        guard let greeting = link.greeting, greeting["t"] != nil else { return }
        let beginning = try options.bounds.resolve(by: greeting, isChecked: beginsAtMoment)
        until = beginning.until
        if beginsAtMoment, let start = beginning.start { course.begin(at: start) }
    }

    /// Writes the greeting before the first line, once the daemon has accepted the subscription.
    mutating func introduce() -> TailEnd? {
        guard !hasIntroduced else { return nil }
        hasIntroduced = true
        if let end = output.setApart({ link.tell($0) }) { return end }
        return link.greeting.flatMap { output.writeGreeting($0) }
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
        switch try link.next(or: interruption.raw, until: .earlier(instant, due)) {
        case .line(let line):
            course.hear(at: MonotonicClock.now)
            return try handle(line)
        case .interrupted: return try interruption.read().map { .done($0) }
        case .timedOut: return course.isSilent(at: MonotonicClock.now) ? .lost(.silence) : nil
        case .ended: return .lost(LinkLoss(.linkLost))
        }
    }

    /// Handles one line; returns the end if it is the last line.
    private mutating func handle(_ line: ArraySlice<UInt8>) throws(ProgramFailure) -> TailEnd? {
        guard let type = ServerLineType(of: line) else {
            return .failed(ProgramFailure(.protocolViolation, "a line has no type"))
        }
        return try search == nil ? handle(line, type) : look(at: line, type)
    }

    /// Handles a line that is to be shown.
    mutating func handle(_ line: ArraySlice<UInt8>, _ type: ServerLineType) -> TailEnd? {
        if isAtEnd(line, type) { return .done(.success) }
        switch type {
        case .hello, .beat, .other: return nil
        case .ok: return accept(line)
        case .error: return refusal(line)
        case .bye: return .lost(LinkLoss(goodbye: JSONValue(line: line)))
        case .ended:
            return .failed(ProgramFailure(ended: line))
        case .snapshot, .gap, .warn: return output.write(line)
        case .live:
            restNotice.tell(options, link)
            return finish(line)
        case .data:
            if let end = finish(line) { return end }
            printed += 1
            return printed == options.lineLimit ? .done(.success) : nil
        }
    }

    /// Whether this line shows that every line before `--until` has arrived.
    func isAtEnd(_ line: ArraySlice<UInt8>, _ type: ServerLineType) -> Bool {
        until.map { Self.isAtEnd(line, type, $0) } ?? false
    }

    /// Whether no line before `until` can follow this one.
    ///
    /// A beat gives the fleet's present. During catch-up it has no anchor, and says nothing about
    /// the position of the lines that are still to arrive.
    static func isAtEnd(
        _ line: ArraySlice<UInt8>, _ type: ServerLineType, _ until: FleetInstant
    ) -> Bool {
        guard [.data, .live, .beat].contains(type), let value = JSONValue(line: line),
            let instant = value["t"]?.instant, type != .beat || value["anchor"] != nil
        else { return false }
        return type == .live ? instant + FleetDuration(ticks: 1) >= until : instant >= until
    }

    private mutating func accept(_ line: ArraySlice<UInt8>) -> TailEnd? {
        if !hasBeenAccepted { tell(GreetedRights.notice(JSONValue(line: line))) }
        hasBeenAccepted = true
        course.accept(line)
        keeper?.move()
        return introduce()
    }

    func refusal(_ line: ArraySlice<UInt8>) -> TailEnd {
        options.refusal(line, isReturn: hasBeenAccepted, beginsAtMoment: beginsAtMoment)
    }

    /// Writes a line with an anchor. The resume point moves once the output has accepted all of it.
    private mutating func finish(_ line: ArraySlice<UInt8>) -> TailEnd? {
        if let end = output.write(line) { return end }
        let notice = course.finish(line)
        keeper?.move()
        tell(notice)
        return nil
    }

    /// When the anchor file is due; nil while it holds the anchor, and without one.
    private var due: MonotonicInstant? {
        switch keeper {
        case .some(let keeper): keeper.due
        case nil: nil
        }
    }

    /// Keeps the anchor once all lines before it are kept; returns the end if that fails.
    private mutating func keepAnchor() -> TailEnd? {
        if due != nil, let end = output.sync() { return end }
        let now = MonotonicClock.now
        if let failure = keeper?.keep(course.anchor, at: now) {
            link.tell("cannot keep the anchor, which is tried again: \(failure)")
        }
        return nil
    }
}
