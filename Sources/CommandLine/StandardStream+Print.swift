import LinuxIO
import PlainText

extension StandardStream {
    /// Writes all of a text; that its reader has gone is a normal end.
    ///
    /// - Throws: what cannot be written is told, with the exit code for it.
    package func print(_ text: ShownText) throws(StartFailure) {
        try write(text).check()
    }
}

extension WriteOutcome {
    /// Takes that the reader has gone for a normal end.
    ///
    /// - Throws: what cannot be written is told, with the exit code for it.
    package func check() throws(StartFailure) {
        switch self {
        case .written, .closed: return
        case .failed(let failure): throw StartFailure(.output, "cannot write: \(failure)")
        }
    }
}
