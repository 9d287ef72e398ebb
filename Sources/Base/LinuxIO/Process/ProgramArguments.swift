import Glibc

/// The words that the process was started with.
public enum ProgramArguments {
    /// The words behind the program's name, execve(2).
    ///
    /// The standard library looks for them by way of proc(5) and of the environment, and finds none
    /// where nothing is mounted there, as in some containers, or a library that was loaded before
    /// it has changed a variable. Then they are read where the kernel has laid them.
    public static var all: [String] {
        let known = CommandLine.arguments
        return Array((known.isEmpty ? atStackEnd : known).dropFirst())
    }

    /// The words as they lie above the first function's frame, the program's name first: their
    /// number, then where each of them is, then a null. Empty where the loader does not say.
    static var atStackEnd: [String] {
        // What glibc's loader tells since 1998; nothing moves it when the environment is changed.
        guard let place = dlsym(nil, "__libc_stack_end"),
            let end = place.load(as: UnsafeRawPointer?.self)
        else { return [] }
        let first = end.advanced(by: MemoryLayout<Int>.size)
            .assumingMemoryBound(to: UnsafePointer<CChar>?.self)
        return (0..<end.load(as: Int.self)).compactMap { first[$0].map { String(cString: $0) } }
    }
}
