import CommandLine
import LinuxIO

/// The signals that end a following client; taken before anything is started that must be tidied.
package struct Interruption: ~Copyable {
    private let signals: SignalDescriptor

    package init() throws(ProgramFailure) {
        do throws(SystemFailure) {
            signals = try SignalDescriptor([.interrupt, .terminate])
        } catch {
            throw ProgramFailure(.failure, "cannot take signals: \(error)")
        }
    }

    /// Readable once a signal has come.
    package var raw: Int32 { signals.raw }

    /// Takes the signal, since one that waits when this goes would end the process; returns the
    /// exit code that says which it was, nil if none has come.
    package func read() throws(ProgramFailure) -> ExitCode? {
        do throws(SystemFailure) {
            guard let signal = try signals.next() else { return nil }
            return signal == .terminate ? .terminated : .interrupted
        } catch {
            throw ProgramFailure(.failure, "cannot read signals: \(error)")
        }
    }
}
