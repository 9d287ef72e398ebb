import CommandLine
import LinuxIO

/// The signals that end a following client. Make it before anything is started that needs cleaning
/// up.
package struct Interruption: ~Copyable {
    private let signals: SignalDescriptor

    package init() throws(ProgramFailure) {
        do throws(SystemFailure) {
            signals = try SignalDescriptor([.interrupt, .terminate])
        } catch {
            throw ProgramFailure(.failure, "cannot take signals: \(error)")
        }
    }

    /// A descriptor that is readable once a signal has arrived.
    package var raw: Int32 { signals.raw }

    /// Reads the signal, and returns its exit code; nil if none has arrived.
    ///
    /// A signal that is not read would end the process when the descriptor is closed.
    package func read() throws(ProgramFailure) -> ExitCode? {
        do throws(SystemFailure) {
            guard let signal = try signals.next() else { return nil }
            return signal == .terminate ? .terminated : .interrupted
        } catch {
            throw ProgramFailure(.failure, "cannot read signals: \(error)")
        }
    }
}
