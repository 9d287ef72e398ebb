import CommandLine
import FlightDisplay
import LinuxIO
import StreamClient
import Terminal
import WireProtocol

/// One run of the flight display: lines, keys and signals in, frames out.
struct LiveSession: ~Copyable {
    private static let framesPerSecond: Int64 = 10
    private static let frameMicroseconds = 1_000_000 / framesPerSecond
    /// The most lines that are handled before keys and the screen have their turn.
    private static let linesAtOnce = 2000
    /// How long a lone escape may wait for the rest of a key's sequence.
    private static let escapeMicroseconds: Int64 = 50_000

    private let flags: ParsedFlags
    private let socketPath: String?
    private let endsAt: Int64?
    private var state: DisplayState
    private var link: LiveLink
    private var screen: LiveScreen
    private var keys = KeyReader()
    private var keysCameAt: Int64 = 0
    private var needsFrame = true
    private var nextFrame: Int64 = 0

    /// Connects, and sets up the terminal once that has succeeded.
    init(
        _ options: LiveOptions, _ flags: ParsedFlags, socketPath: String?
    ) throws(ProgramFailure) {
        var state = DisplayState(options.preferences, lane: options.lane)
        var link = try LiveLink(flags, socketPath: socketPath)
        try link.check(lane: options.lane)
        screen = try LiveScreen(isColored: options.palette.isColored)
        state.fit(columns: screen.size.columns, rows: screen.size.rows)
        state.connect()
        link.begin(&state)
        self.flags = flags
        self.socketPath = socketPath
        self.state = state
        self.link = link
        endsAt = options.milliseconds.map { MonotonicClock.nowMicroseconds + Int64($0) * 1000 }
    }

    mutating func run(until signals: borrowing LiveSignals) throws(ProgramFailure) -> ExitCode {
        while true {
            let now = MonotonicClock.nowMicroseconds
            if let endsAt, now >= endsAt { return .success }
            try link.reconnectIfDue(&state, flags, socketPath, at: now)
            fit()
            draw(at: now)
            try wait(signals, at: now)
            while let signal = try signals.read() {
                if let code = obey(signal) { return code }
            }
            if readKeys() { return .success }
            if screen.hasGone { return .success }
            if try link.readLines(&state, atMost: Self.linesAtOnce) { needsFrame = true }
        }
    }

    /// Makes a page of the fleet table as long as the screen is high.
    private mutating func fit() {
        let size = screen.size
        state.fit(columns: size.columns, rows: size.rows)
    }

    private mutating func draw(at now: Int64) {
        guard now >= nextFrame, needsFrame else { return }
        screen.show(state, at: now)
        needsFrame = screen.isBehind
        nextFrame = now + Self.frameMicroseconds
    }

    /// Waits for lines, keys or signals, at most until the next frame or the next full second.
    private mutating func wait(
        _ signals: borrowing LiveSignals, at now: Int64
    ) throws(ProgramFailure) {
        var until = needsFrame ? nextFrame : now + state.frameInterval
        if keys.isInsideSequence { until = min(until, keysCameAt + Self.escapeMicroseconds) }
        if let endsAt { until = min(until, endsAt) }
        if let attempt = link.nextAttempt { until = min(until, attempt) }
        if let due = state.requestsDueAt { until = min(until, due) }
        let milliseconds = link.hasLinesWaiting ? 0 : Int(max(0, until - now + 999) / 1000)
        do throws(SystemFailure) {
            let ready = try Poll.readable(
                [screen.raw, signals.raw, link.raw],
                orWritable: screen.isBehind ? screen.raw : nil, timeoutMilliseconds: milliseconds)
            if ready.isEmpty { needsFrame = true }
        } catch {
            throw ProgramFailure(.failure, "cannot wait: \(error)")
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
        let now = MonotonicClock.nowMicroseconds
        let bytes = screen.read()
        if !bytes.isEmpty { keysCameAt = now }
        var pressed = keys.take(bytes)
        if keys.isInsideSequence, now - keysCameAt >= Self.escapeMicroseconds {
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
        return false
    }
}
