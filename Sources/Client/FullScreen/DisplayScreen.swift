import CommandLine
import FlightDisplay
import LinuxIO
import Terminal
import Vocabulary

/// The terminal as the display's screen: frames out, keys in; restored when this value ends.
struct DisplayScreen: ~Copyable {
    private var terminal: RawTerminal
    private let encoder: ScreenEncoder
    /// The frame on the terminal; nil if it is not known: the next frame is drawn whole then.
    private var shown: Screen?
    private var frame: [UInt8] = []
    /// Whether the terminal reports the mouse; nil when that is not known.
    private var reportsMouse: Bool?
    private var input = [UInt8](repeating: 0, count: 4096)
    private(set) var hasGone = false

    init(isColored: Bool) throws(ProgramFailure) {
        encoder = ScreenEncoder(isColored: isColored)
        do throws(SystemFailure) {
            terminal = try RawTerminal(enter: ScreenEncoder.enter, leave: ScreenEncoder.leave)
        } catch {
            throw ProgramFailure(.failure, "cannot use the terminal: \(error)")
        }
    }

    /// Clears the last frame on a terminal without an alternate screen, where it would stay.
    deinit {
        var bytes: [UInt8] = []
        let (columns, rows) = size
        let blank = Screen(columns: columns, rows: rows)
        encoder.encode(from: nil, to: blank, into: &bytes)
        _ = terminal.write(bytes)
    }

    /// The descriptor to wait on, for keys and for room to write.
    var raw: Int32 { terminal.raw }

    /// Whether a part of a frame is still unsent.
    var isBehind: Bool { terminal.hasUnsent }

    /// Draws the state at an instant of the machine's clock, in one write.
    mutating func show(_ state: some LinkedDisplay, at now: MonotonicInstant) {
        guard note(terminal.flush()) else { return }
        let (columns, rows) = size
        let screen = state.screen(at: now, columns: columns, rows: rows)
        frame.removeAll(keepingCapacity: true)
        let usesMouse = state.usesMouse
        if reportsMouse != usesMouse {
            frame += usesMouse ? ScreenEncoder.mouseOn : ScreenEncoder.mouseOff
        }
        encoder.encode(from: shown, to: screen, into: &frame)
        guard !frame.isEmpty else { return }
        switch terminal.write(frame) {
        case .written, .begun: (shown, reportsMouse) = (screen, usesMouse)
        case .refused: break
        case .closed, .failed: hasGone = true
        }
    }

    /// Notes the outcome of a write; true if the terminal has accepted everything before it.
    private mutating func note(_ outcome: FrameOutcome) -> Bool {
        switch outcome {
        case .written: return true
        case .begun, .refused: return false
        case .closed, .failed:
            hasGone = true
            return false
        }
    }

    /// The terminal's size; 80 columns and 24 rows if it does not report any.
    var size: (columns: Int, rows: Int) {
        terminal.size.map { ($0.columns, $0.rows) } ?? (80, 24)
    }

    /// Makes the next frame draw everything, and set the mouse mode again.
    mutating func forget() { (shown, reportsMouse) = (nil, nil) }

    /// The bytes of the keys that were pressed.
    mutating func read() -> ArraySlice<UInt8> {
        switch terminal.read(into: &input) {
        case .received(let count): return input[..<count]
        case .wouldBlock: return []
        case .background:
            resume()
            return []
        case .ended:
            hasGone = true
            return []
        }
    }

    /// Restores the terminal, stops the process as Ctrl-Z does, and redraws when the shell
    /// continues it.
    mutating func suspend() {
        takeBack { terminal throws(SystemFailure) in try terminal.suspend() }
    }

    /// Sets up the terminal again after a stop that came without a signal to this program.
    mutating func resume() { takeBack { terminal throws(SystemFailure) in try terminal.resume() } }

    private mutating func takeBack(_ enter: (inout RawTerminal) throws(SystemFailure) -> Void) {
        forget()
        do throws(SystemFailure) {
            try enter(&terminal)
        } catch {
            hasGone = true
        }
    }
}

extension StandardStream {
    /// Whether frames can be drawn: standard output is a terminal whose type is known.
    package static var takesFrames: Bool {
        let type = Environment.value("TERM")
        return output.isTerminal && type != nil && type != "dumb"
    }
}

extension SignalDescriptor {
    /// The signals that a full-screen program handles, so that it can restore the terminal first.
    ///
    /// SIGQUIT is not among them: its key ends even a program that hangs; the terminal is restored
    /// all the same.
    package static func ofDisplays() throws(ProgramFailure) -> SignalDescriptor {
        try SignalDescriptor(taking: [
            .interrupt, .terminate, .hangUp, .suspend, .continue, .windowChange,
        ])
    }
}
