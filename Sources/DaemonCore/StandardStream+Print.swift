import LinuxIO
import Settings

extension StandardStream {
    /// Writes all of a text; that its reader has gone is a normal end.
    ///
    /// - Throws: what cannot be written is told, with the exit code for it.
    package func print(_ text: String) throws(StartFailure) {
        switch write(text) {
        case .written, .closed: return
        case .failed(let failure): throw StartFailure(.output, "cannot write: \(failure)")
        }
    }
}
