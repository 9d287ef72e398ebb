import Glibc

/// The folder in which relative paths of this process begin.
public enum WorkingDirectory {
    /// Its absolute path, nil when it has been removed or cannot be told, getcwd(3).
    public static var path: String? {
        guard let text = getcwd(nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
