/// The machine that a load test ran on.
package struct MachineFacts: Hashable, Sendable {
    /// The kernel's name and release, such as "Linux 6.1.0".
    package var kernel = ""
    package var architecture = ""
    package var processors = 0
    package var openFileLimit = 0

    package init() {}
}
