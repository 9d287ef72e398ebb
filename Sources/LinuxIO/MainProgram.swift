import Dispatch
import Glibc
import PlainText

/// What a program's `main` does.
public enum MainProgram {
    /// Runs a program to its end, and ends the process with the code that it returns.
    ///
    /// Call it from a `main` that is not `async`: the runtime opens descriptors of its own before
    /// the first line of one that is, and these would take the places of standard streams that are
    /// closed.
    public static func run(_ program: @escaping @Sendable () async -> Int32) -> Never {
        do throws(SystemFailure) {
            try StandardStream.openMissing()
        } catch {
            _ = StandardStream.error.write("a standard stream is closed: \(error)\n")
            exit(EXIT_FAILURE)
        }
        // Nobody waits for this task: it ends the process.
        Task { exit(await program()) }
        dispatchMain()
    }
}
