import DaemonCore
import LinuxIO
import Settings
import StreamClient
import WireProtocol

/// One run of `tail`: from the first subscription to the last line, over as many connections as it
/// takes.
struct TailSession: ~Copyable {
    private let options: TailOptions
    private let endsAt: Int64?
    private var link: TailLink
    private var output: TailOutput
    private var place: ResumePoint
    private var keeper: AnchorKeeper?
    private var printed = 0
    private var hasBeenAccepted = false

    init(_ options: TailOptions, _ link: consuming TailLink) {
        self.options = options
        self.link = link
        output = TailOutput(options)
        place = ResumePoint(options.beginning)
        keeper = options.anchorFile.map { AnchorKeeper($0) }
        endsAt = options.milliseconds.map { MonotonicClock.nowMicroseconds + Int64($0) * 1000 }
    }

    /// Follows to the end, and tells why it is one.
    mutating func run(until interruption: borrowing Interruption) -> ExitCode {
        let end: TailEnd
        do throws(StartFailure) {
            end = try followThrough(until: interruption)
        } catch {
            end = .failed(error)
        }
        keepAnchor()
        return close(end)
    }

    private func close(_ end: TailEnd) -> ExitCode {
        switch end {
        case .done(.success): return keeper?.failure == nil ? .success : .output
        case .done(let code): return code
        case .lost(let reason):
            link.tell(reason + advice)
            return .linkLost
        case .failed(let failure):
            link.tell(failure.description)
            return failure.code
        }
    }

    /// How to go on, for who wants to by hand.
    private var advice: String {
        if options.anchorFile != nil { return "; the same command goes on" }
        return place.anchor.map { "; go on with --from \($0)" } ?? ""
    }

    private mutating func followThrough(
        until interruption: borrowing Interruption
    ) throws(StartFailure) -> TailEnd {
        if let greeting = link.greeting, let end = output.writeGreeting(greeting) { return end }
        while true {
            let end = try follow(until: interruption)
            guard case .lost(let reason) = end, options.reconnects else { return end }
            keepAnchor()
            if let end = try link.reconnect(because: reason, until: interruption, or: endsAt) {
                return end
            }
        }
    }

    /// Subscribes, and takes lines while the link holds.
    private mutating func follow(
        until interruption: borrowing Interruption
    ) throws(StartFailure) -> TailEnd {
        link.send(try options.request(after: place.after))
        while true {
            let now = MonotonicClock.nowMicroseconds
            if let endsAt, now >= endsAt { return .done(.success) }
            if let due = keeper?.due, now >= due { keepAnchor() }
            let wake = [endsAt, keeper?.due].compactMap(\.self).min()
            switch try link.next(or: interruption.raw, until: wake) {
            case .line(let line):
                if let end = take(line) { return end }
            case .interrupted:
                if let code = try interruption.take() { return .done(code) }
            case .timedOut: continue
            case .ended: return .lost("\(ClientFailure.linkLost)")
            }
        }
    }

    /// Handles one line; returns how it ended if it is the last.
    private mutating func take(_ line: ArraySlice<UInt8>) -> TailEnd? {
        guard let type = ServerLineType(of: line) else {
            return .failed(StartFailure(.protocolViolation, "a line has no type"))
        }
        switch type {
        case .hello, .beat, .other: return nil
        case .ok: accept(line)
        case .error: return refusal(line)
        case .bye:
            return .lost(JSONValue(line: line)?["description"]?.text?.withoutFullStop ?? "")
        case .snapshot, .gap, .warn: return output.write(line)
        case .live: return finish(line)
        case .data:
            if let end = finish(line) { return end }
            printed += 1
            return printed == options.lineLimit ? .done(.success) : nil
        }
        return nil
    }

    private mutating func accept(_ line: ArraySlice<UInt8>) {
        hasBeenAccepted = true
        place.begin(line)
        keeper?.move()
    }

    private func refusal(_ line: ArraySlice<UInt8>) -> TailEnd {
        TailRefusal(
            line: JSONValue(line: line), isReturn: hasBeenAccepted,
            anchorFile: options.anchorFile?.path
        ).end
    }

    /// Writes a line that has an anchor, which counts once all of it has been accepted.
    private mutating func finish(_ line: ArraySlice<UInt8>) -> TailEnd? {
        if let end = output.write(line) { return end }
        place.finish(line)
        keeper?.move()
        link.prove()
        return nil
    }

    private mutating func keepAnchor() {
        let now = MonotonicClock.nowMicroseconds
        guard let failure = keeper?.keep(place.anchor, at: now) else { return }
        link.tell("cannot keep the anchor, which is tried again: \(failure)")
    }
}
