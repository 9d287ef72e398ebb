import LinuxIO

/// The project's own files, against which tests hold the code.
package enum Checkout {
    /// The folder with Package.swift, four above this file.
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// The absolute path of a file or folder, such as `config/runwayd.json5`.
    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    package static func text(_ name: String) throws -> String {
        let bytes = try FileContent.read(path(name), limitBytes: 1 << 22)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A module's page, whatever floor the module lies on: `Protocol` of `WireProtocol`.
    package static func page(_ name: String, of module: String) throws -> String {
        for floor in try Directory.names(in: path("Sources")) {
            let page = "Sources/\(floor)/\(module)/\(module).docc/\(name).md"
            if try FileStatus.of(path(page)) != nil { return try text(page) }
        }
        throw PageMissing(name: "\(name) of \(module)")
    }

    private struct PageMissing: Error { let name: String }
}
