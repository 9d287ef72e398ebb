import LinuxIO
import Testing

extension EndToEnd {
    /// Exports whose files cannot be finished.
    @Suite struct ExportFilesTests {
        private let place: Place

        init() throws { place = try Place() }

        /// Runs the client under a shell that has said how much it may take.
        private func limited(_ limits: String, _ arguments: [String]) throws -> Program.Outcome {
            try Program.run(
                "/bin/sh", ["-c", #"\#(limits); exec "$@""#, "sh", Programs.client] + arguments,
                environment: ["TMPDIR": place.path])
        }

        @Test(arguments: ["csv", "ndjson", "fit", "tcx", "health"])
        func `a file that cannot take more is not there, and the error says why`(
            format: String
        ) throws {
            // 16 kB, as if the disk were full then.
            let outcome = try limited(
                "trap '' XFSZ; ulimit -f 32",
                [
                    "export", "--format", format, "--seed", "42", "--session", "s0", "--out",
                    place.path("out"),
                ])
            #expect(outcome.end == .exited(73))
            #expect(outcome.errors.contains("cannot write the files: write"), "\(outcome.errors)")
            #expect(try Directory.names(in: place.path("out")) == [])
        }
    }
}
