import Dispatch
import Glibc

/// The end of a process whose answer would come too late.
public enum ProcessDeadline {
    /// Ends the process as done after a span, whatever its threads wait for; what it has not
    /// written by then is not written.
    public static func set(_ milliseconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            _exit(0)
        }
    }
}
