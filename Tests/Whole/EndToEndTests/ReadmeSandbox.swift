import Glibc
import LinuxIO
import TestSupport
import Testing

/// A user's home with nothing in it, a runtime folder, and the project as it is once it is built.
final class ReadmeSandbox {
    private let place: Place
    private var daemon: Program?

    init() throws {
        place = try Place()
        for folder in ["home", "run", "work/.build"] {
            try Directory.create(place.path(folder))
        }
        let programs = Programs.daemon.split(separator: "/").dropLast().joined(separator: "/")
        try link("/\(programs)", "work/.build/release")
        for name in [".ci", "Sources", "README.md", "config", "systemd"] {
            try link(Checkout.path(name), "work/\(name)")
        }
        _ = try place.write("strap dropout 40 s at 12:00\n", to: "work/faults.txt")
    }

    private func link(_ target: String, _ name: String) throws {
        #expect(symlink(target, place.path(name)) == 0, "\(name)")
    }

    func path(_ name: String) -> String { place.path(name) }

    func read(_ name: String) throws -> String { try place.read("work/\(name)") }

    /// The names of the files in a folder of the working folder.
    func names(in folder: String) throws -> [String] {
        let outcome = try run("ls \(folder)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    /// Starts a line of the shell as a user types it, in the project's folder.
    func start(_ command: String) throws -> Program {
        let environment = [
            "HOME": path("home"), "XDG_RUNTIME_DIR": path("run"), "TMPDIR": place.path,
            "TERM": "xterm-256color", "RUNWAY_LOG_LEVEL": "info",
            "BINARIES": path("work/.build/release"),
        ]
        // The shell stays until all that runs behind it has ended.
        let script = """
            cd '\(path("work"))' || exit
            PATH=$PWD/.build/release:$PATH
            \(command)
            code=$?
            wait
            exit $code
            """
        return try Program(
            "/bin/sh", ["-c", script], environment: environment, isGroup: true)
    }

    func run(_ command: String) throws -> Program.Outcome { try start(command).waitForEnd() }

    /// Starts the daemon with the read-me's own line for it.
    ///
    /// - Parameter settings: variables of its environment, each with a space behind it.
    func startDaemon(_ settings: String = "") throws {
        let daemon = try start("RUNWAY_SEED=42 \(settings)\(ReadmeTable.daemon)")
        try daemon.waitForErrors(containing: "listening on \(path("run"))/runway/runwayd.sock")
        self.daemon = daemon
    }

    func stop() throws {
        daemon?.signal(SIGTERM)
        _ = try daemon?.waitForEnd()
    }
}
