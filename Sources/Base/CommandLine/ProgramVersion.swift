/// The version of both programs, said once: packages and manual take it from here.
package enum ProgramVersion {
    package static let text = "0.1.0"
    /// The day of this version, as the manual writes it.
    package static let date = "November 27, 2026"

    /// What `--version` prints: `runwayd 0.1.0 (51e3bbd46a02)`.
    ///
    /// - Parameter commit: empty if it is not known.
    package static func line(of program: String, commit: String) -> String {
        "\(program) \(text)\(commit.isEmpty ? "" : " (\(commit))")\n"
    }
}
