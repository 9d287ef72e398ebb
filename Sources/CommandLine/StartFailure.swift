/// Why a program cannot start: one line for a person, and the exit code.
package struct StartFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: ExitCode
    package let description: String

    package init(_ code: ExitCode, _ description: String) {
        self.code = code
        self.description = description
    }

    package static func usage(_ error: UsageError) -> StartFailure {
        StartFailure(.usage, error.description)
    }
}
