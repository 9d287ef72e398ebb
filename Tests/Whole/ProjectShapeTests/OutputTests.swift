import Testing

/// Text gets to a terminal and into a log only as a `ShownText`.
///
/// The type keeps texts out that are not plain; this keeps the ways out that lead around it.
@Suite struct OutputTests {
    /// Where bytes may be written that nothing has looked at: the daemon's lines into a pipe.
    private static let unchanged = "Sources/Client/ClientCore/JSONOutput.swift"
    /// Where `write(2)` is called.
    private static let systemModule = "Sources/Base/LinuxIO/"
    /// Its tables are numbers, and it is no part of what is installed.
    private static let exempt = "Sources/Workbench/Benchmarks/"

    private static let printing: Set<Substring> = ["print", "debugPrint", "dump"]

    private static func findings(_ file: Repository.File) -> [String] {
        guard !file.path.hasPrefix(exempt) else { return [] }
        let lines = SwiftCode(file.text).lines
        return lines.indices.flatMap { index -> [String] in
            findings(lines[index], file.path).map { "\(file.path):\(index + 1): \($0)" }
        }
    }

    private static func findings(_ line: Substring, _ path: String) -> [String] {
        var found: [String] = []
        if printing.contains(where: { calls($0, line) }) { found.append("a bare print") }
        if line.contains("write(unchanged:"), path != unchanged, !path.hasPrefix(systemModule) {
            found.append("bytes that nothing has looked at")
        }
        let isWriter = line.contains("StreamWriter.write") || line.contains("Glibc.write")
        if isWriter, !path.hasPrefix(systemModule) { found.append("a write of its own") }
        return found
    }

    /// Whether the line calls a function of this name that belongs to nothing.
    private static func calls(_ name: Substring, _ line: Substring) -> Bool {
        line.indices.contains { place in
            guard line[place...].hasPrefix("\(name)(") else { return false }
            let before = line[..<place]
            let isOwn = before.last.map { $0 == "." || $0 == "_" || $0.isLetter } ?? false
            return !isOwn && !before.hasSuffix("func ")
        }
    }

    @Test func `nothing is written around the text that can be shown`() throws {
        expectNothing(try Repository().swiftFiles(in: "Sources").flatMap(Self.findings))
    }

    @Test(arguments: [
        "print(text)", "  debugPrint(a)", "if a { dump(b) }",
        "StandardStream.output.write(unchanged: bytes)", "Glibc.write(1, bytes, count)",
        "StreamWriter.write(bytes, to: 1)",
    ])
    func `a way around it is found`(code: String) {
        let file = Repository.File(path: "Sources/Client/ClientCore/X.swift", text: "\n\(code)\n")
        #expect(Self.findings(file).count == 1)
    }

    @Test(arguments: [
        "try StandardStream.output.print(text)", "mutating func print(_ line: Text) {",
        "let footprint = footprint(of: a)", "// print(text)", "let a = \"print(b)\"",
        "file.write(bytes)",
    ])
    func `what goes through it, or nowhere, is not`(code: String) {
        let file = Repository.File(path: "Sources/Client/ClientCore/X.swift", text: code)
        #expect(Self.findings(file) == [])
    }

    @Test func `only one file writes the daemon's lines unchanged`() throws {
        let file = try #require(try Repository().file(Self.unchanged))
        #expect(SwiftCode(file.text).text.contains("write(unchanged:"))
    }

    /// What a stream's `write` takes, and that nothing makes such a text from a variable.
    @Test func `a standard stream takes no string`() throws {
        let repository = try Repository()
        let path = "\(Self.systemModule)Process/StandardStream.swift"
        let stream = try #require(repository.file(path))
        let writes = SwiftCode(stream.text).lines.filter { $0.contains("public func write(") }
        #expect(writes.count == 2)
        #expect(writes.contains { $0.contains("_ shown: ShownText") })
        let text = try #require(repository.file("Sources/Base/PlainText/ShownText.swift"))
        #expect(!SwiftCode(text.text).text.contains("Literal literal: String"))
        #expect(SwiftCode(text.text).text.contains("private init(unchecked"))
    }
}
