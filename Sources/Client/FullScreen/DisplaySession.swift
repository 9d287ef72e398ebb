import CommandLine
import FlightDisplay
import LinuxIO
import Terminal
import Vocabulary

/// One run of a full-screen display: lines, keys and signals in, frames out.
package struct DisplaySession<Display: LinkedDisplay>: ~Copyable {
    /// The shortest time from one frame to the next.
    private static var frameTime: Duration { .milliseconds(100) }
    /// The most lines that are handled before keys and the screen have their turn.
    private static var linesAtOnce: Int { 2000 }
    /// How long a lone escape may wait for the rest of a key's sequence.
    private static var escapeTime: Duration { .milliseconds(50) }
    /// How long the SIGHUP of a terminal that has gone may take; one that is not sent to this
    /// process at all never comes.
    private static var hangUpTime: Duration { .seconds(1) }

    private let endsAt: MonotonicInstant?
    private let afterKeys: (inout Display) -> Void
    private var state: Display
    private var link: DisplayLink<Display>
    private var screen: DisplayScreen
    private var keys = KeyReader()
    private var keysCameAt = MonotonicInstant.zero
    private var needsFrame = true
    private var nextFrame = MonotonicInstant.zero

    /// Connects, then sets up the terminal.
    ///
    /// - Parameters:
    ///   - lane: the wanted lane, refused if the fleet does not have it; nil for none.
    ///   - span: when the display ends by itself, counted from its start; nil for never.
    ///   - afterKeys: is called when keys have been handled.
    package init(
        _ state: Display, lane: LaneID?, for span: Duration?, _ palette: Palette,
        _ flags: ParsedFlags, socketPath: String?,
        afterKeys: @escaping (inout Display) -> Void = { _ in }
    ) throws(ProgramFailure) {
        var state = state
        let link = try DisplayLink<Display>(flags, socketPath: socketPath)
        try link.checkRights()
        try link.check(lane: lane)
        screen = try DisplayScreen(isColored: palette.isColored)
        state.fit(columns: screen.size.columns, rows: screen.size.rows)
        state.connect()
        self.state = state
        self.link = link
        self.afterKeys = afterKeys
        endsAt = span.map { MonotonicClock.now + $0 }
    }

    package mutating func run(until signals: borrowing SignalDescriptor) throws(ProgramFailure)
        -> ExitCode
    {
        while true {
            let now = MonotonicClock.now
            if let endsAt, now >= endsAt { return .success }
            try link.keepUp(&state, at: now)
            fit()
            draw(at: now)
            try wait(signals, at: now)
            while let signal = try signals.read() {
                if let code = obey(signal) { return code }
            }
            if readKeys() { return .success }
            if screen.hasGone {
                try awaitHangUp(signals)
                return .hungUp
            }
            if try link.readLines(&state, atMost: Self.linesAtOnce) { needsFrame = true }
        }
    }

    /// Tells the display how large the screen is.
    private mutating func fit() {
        let size = screen.size
        state.fit(columns: size.columns, rows: size.rows)
    }

    private mutating func draw(at now: MonotonicInstant) {
        guard now >= nextFrame, needsFrame else { return }
        screen.show(state, at: now)
        needsFrame = screen.isBehind
        nextFrame = now + Self.frameTime
    }

    /// Waits for lines, keys or signals, at most until the next frame or the next full second.
    private mutating func wait(
        _ signals: borrowing SignalDescriptor, at now: MonotonicInstant
    ) throws(ProgramFailure) {
        var until = needsFrame ? nextFrame : now + state.frameInterval
        if keys.isInsideSequence { until = min(until, keysCameAt + Self.escapeTime) }
        if let endsAt { until = min(until, endsAt) }
        if let attempt = link.nextAttempt { until = min(until, attempt) }
        if let due = state.requestsDueAt { until = min(until, due) }
        let ready = try Poll.wait(
            for: [screen.raw, signals.raw, link.raw].compactMap(\.self),
            orWritable: screen.isBehind ? screen.raw : nil,
            until: link.hasLinesWaiting ? now : until)
        if ready.isEmpty { needsFrame = true }
    }

    /// Waits for the SIGHUP of the terminal that has gone, at most ``hangUpTime``.
    ///
    /// A read or a write may find the terminal gone before the signal arrives. After this session
    /// stops taking signals, SIGHUP would end the process before its exit code could.
    private func awaitHangUp(_ signals: borrowing SignalDescriptor) throws(ProgramFailure) {
        let until = MonotonicClock.now + Self.hangUpTime
        while MonotonicClock.now < until {
            while let signal = try signals.read() {
                if signal == .hangUp { return }
            }
            _ = try Poll.wait(for: [signals.raw], until: until)
        }
    }

    /// Handles a signal; returns the exit code if it ends the program.
    private mutating func obey(_ signal: Signal) -> ExitCode? {
        switch signal {
        case .interrupt: return .interrupted
        case .terminate: return .terminated
        case .hangUp: return .hungUp
        case .suspend: screen.suspend()
        case .continue: screen.resume()
        case .windowChange, .quit, .user1, .user2: break
        }
        needsFrame = true
        return nil
    }

    /// Handles the keys that were pressed; true if the user quits.
    private mutating func readKeys() -> Bool {
        let now = MonotonicClock.now
        let bytes = screen.read()
        if !bytes.isEmpty { keysCameAt = now }
        var pressed = keys.take(bytes)
        if keys.isInsideSequence, now - keysCameAt >= Self.escapeTime {
            pressed += keys.finish()
        }
        for key in pressed {
            needsFrame = true
            switch state.take(key, at: now) {
            case .quit: return true
            case .redraw: screen.forget()
            case .nothing: break
            }
        }
        if !pressed.isEmpty { afterKeys(&state) }
        return false
    }
}
