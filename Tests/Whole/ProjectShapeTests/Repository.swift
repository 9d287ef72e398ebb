import FoundationEssentials
import Testing

/// The project's files, read as text.
struct Repository {
    /// A file with its path from the top.
    struct File {
        let path: String
        let text: String

        /// The target that it belongs to: `JSON` of `Sources/Base/JSON/Scanner.swift`.
        var module: String {
            let folders = path.split(separator: "/")
            return folders.count > 3 ? String(folders[2]) : ""
        }
    }

    private let root: String

    /// The folder with Package.swift that this file lies in, however it was reached.
    init(filePath: String = #filePath) throws {
        var folder = URL(filePath: filePath).resolvingSymlinksInPath()
        while folder.path.count > 1 {
            folder = folder.deletingLastPathComponent()
            let manifest = folder.appending(path: "Package.swift").path
            guard !FileManager.default.fileExists(atPath: manifest) else { break }
        }
        root = folder.path.hasSuffix("/") ? String(folder.path.dropLast()) : folder.path
        try #require(root.count > 1, "no Package.swift above \(filePath)")
    }

    /// The names at the top, or in a folder.
    func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()
    }

    /// Nil where there is none.
    func file(_ path: String) -> File? {
        FileManager.default.contents(atPath: "\(root)/\(path)").map {
            File(path: path, text: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Every Swift file below a folder.
    func swiftFiles(in folder: String) throws -> [File] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
        let files = paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap {
            file("\(folder)/\($0)")
        }
        try #require(!files.isEmpty, "no Swift files in \(folder)")
        return files
    }
}

/// Notes what a rule found.
func expectNothing(
    _ findings: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))", sourceLocation: sourceLocation)
}
