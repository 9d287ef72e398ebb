import LinuxIO

/// A folder that the copies of a suite share; it is removed with the last of them.
package final class SharedDirectory: Sendable {
    private let directory: TemporaryDirectory

    package var path: String { directory.path }

    package init(prefix: String) throws { directory = try TemporaryDirectory(prefix: prefix) }
}
