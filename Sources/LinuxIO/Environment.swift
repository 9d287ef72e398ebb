import Glibc

/// The process's environment, which this program reads and otherwise leaves as it is.
public enum Environment {
    /// The value of a variable, nil when it is not set or empty, getenv(3).
    public static func value(_ name: String) -> String? {
        guard let text = getenv(name), text.pointee != 0 else { return nil }
        return String(cString: text)
    }

    /// The value of a variable, which is gone from then on, here and for programs started later,
    /// unsetenv(3).
    ///
    /// Only for the start of a program: the C library lets no thread read meanwhile.
    static func take(_ name: String) -> String? {
        let value = value(name)
        unsetenv(name)
        return value
    }
}
