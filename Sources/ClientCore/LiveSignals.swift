import CommandLine
import LinuxIO

/// The signals that a full-screen program takes, so that it can tidy the terminal first.
///
/// Not QUIT, whose key ends even a program that hangs: the terminal is given back all the same.
struct LiveSignals: ~Copyable {
    private let signals: SignalDescriptor

    init() throws(StartFailure) {
        do throws(SystemFailure) {
            signals = try SignalDescriptor([
                .interrupt, .terminate, .hangUp, .suspend, .continue, .windowChange,
            ])
        } catch {
            throw StartFailure(.failure, "cannot take signals: \(error)")
        }
    }

    /// Readable once a signal has come.
    var raw: Int32 { signals.raw }

    /// The next signal that has come; nil when none has.
    func take() throws(StartFailure) -> Signal? {
        do throws(SystemFailure) {
            return try signals.next()
        } catch {
            throw StartFailure(.failure, "cannot read signals: \(error)")
        }
    }
}
