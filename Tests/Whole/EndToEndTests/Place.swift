import Glibc
import LinuxIO

/// A folder for one test's files and sockets, and programs that find no other.
final class Place {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory(prefix: "runway-e2e") }

    var path: String { folder.path }
    var socket: String { path("x.sock") }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    func write(_ text: String, to name: String) throws -> String {
        try FileContent.replace(path(name), with: Array(text.utf8), durable: false)
        return path(name)
    }

    func read(_ name: String) throws -> String {
        String(
            decoding: try FileContent.read(path(name), limitBytes: 1 << 26), as: UTF8.self)
    }

    /// Writes a program for the shell, such as one that stands for the client of an engine.
    func addProgram(_ name: String, _ script: String) throws {
        guard chmod(try write("#!/bin/sh\n\(script)\n", to: name), 0o700) == 0 else {
            throw SystemFailure(call: "chmod", code: errno)
        }
    }

    /// - Parameter stream: what it finds as its standard output; nil for a pipe.
    func start(
        _ program: String, _ arguments: [String], writingTo stream: Int32? = nil
    ) throws -> Program {
        try Program(program, arguments, environment: environment, writingTo: stream)
    }

    /// Runs `runway` to its end.
    func client(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Program.Outcome {
        try Program.run(
            Programs.client, arguments,
            environment: self.environment.merging(environment) { $1 })
    }

    /// Starts `runwayd` on ``socket`` and returns once it listens.
    func startDaemon(_ arguments: [String] = ["--seed", "42"]) throws -> Program {
        let daemon = try start(Programs.daemon, ["--socket", socket] + arguments)
        try daemon.waitForErrors(containing: "listening on \(socket)")
        return daemon
    }

    private var environment: [String: String] { ["TMPDIR": path, "RUNWAY_SOCKET": socket] }
}
