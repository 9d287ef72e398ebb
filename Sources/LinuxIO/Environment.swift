import Glibc

/// The process's environment, which this program only reads.
package enum Environment {
    /// The value of a variable, nil when it is not set or empty, getenv(3).
    package static func value(_ name: String) -> String? {
        guard let text = getenv(name), text.pointee != 0 else { return nil }
        return String(cString: text)
    }
}
