import CommandLine
import LinuxIO

/// The signals that a full-screen program takes, so that it can tidy the terminal first.
///
/// Not QUIT, whose key ends even a program that hangs: the terminal is given back all the same.
struct LiveSignals: ~Copyable {
    private let signals: SignalDescriptor

    init() throws(ProgramFailure) {
        do throws(SystemFailure) {
            signals = try SignalDescriptor([
                .interrupt, .terminate, .hangUp, .suspend, .continue, .windowChange,
            ])
        } catch {
            throw ProgramFailure(.failure, "cannot take signals: \(error)")
        }
    }

    /// Readable once a signal has come.
    var raw: Int32 { signals.raw }

    /// The next signal that has come; nil when none has.
    func take() throws(ProgramFailure) -> Signal? {
        do throws(SystemFailure) {
            return try signals.next()
        } catch {
            throw ProgramFailure(.failure, "cannot read signals: \(error)")
        }
    }
}
