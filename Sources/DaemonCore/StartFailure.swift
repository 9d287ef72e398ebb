import LinuxIO
import Settings
import StateFiles

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

    static func listen(_ failure: ListenFailure) -> StartFailure {
        switch failure {
        case .busy, .locked: StartFailure(.temporaryFailure, failure.description)
        case .permission: StartFailure(.permission, failure.description)
        case .notASocket, .noDirectory, .system: StartFailure(.output, failure.description)
        }
    }

    static func state(_ failure: StateFailure) -> StartFailure {
        switch failure {
        case .held: StartFailure(.temporaryFailure, failure.description)
        case .damaged, .missing, .foreign: StartFailure(.input, failure.description)
        case .exposed(_, let fault): StartFailure(code(of: fault), failure.description)
        case .system(let system):
            StartFailure(system.isPermission ? .permission : .output, failure.description)
        }
    }

    private static func code(of fault: PrivacyFault) -> ExitCode {
        switch fault {
        case .kind, .names: .input
        case .owner, .writableByOthers: .permission
        }
    }
}
