/// The version of both programs.
package enum ProgramVersion {
    package static let text = "0.1.0"
}
