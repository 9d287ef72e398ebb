import Glibc

/// The words that the process was started with.
public enum ProgramArguments {
    /// The words behind the program's name, execve(2).
    ///
    /// The standard library looks for them in proc(5) and in the environment. It finds none where
    /// proc(5) is not mounted, as in some containers, or where a library loaded before it has
    /// changed a variable. Then they are read where the kernel has laid them.
    public static var all: [String] {
        let known = CommandLine.arguments
        return Array((known.isEmpty ? atStackEnd : known).dropFirst())
    }

    /// The words as they lie above the first function's frame, the program's name first: their
    /// number, then where each of them is, then a null. Empty where the loader does not say.
    static var atStackEnd: [String] {
        // Set by glibc's loader since 1998; it does not move when the environment is changed.
        guard let place = dlsym(nil, "__libc_stack_end"),
            let end = place.load(as: UnsafeRawPointer?.self)
        else { return [] }
        let first = end.advanced(by: MemoryLayout<Int>.size)
            .assumingMemoryBound(to: UnsafePointer<CChar>?.self)
        return (0..<end.load(as: Int.self)).compactMap { first[$0].map { String(cString: $0) } }
    }
}
