import Testing

@Suite struct TextTests {
    private static func lengthFindings(_ file: Repository.File, limit: Int) -> [String] {
        let count = file.text.lines.count - 1
        return count > limit ? ["\(file.path) has \(count) lines, more than \(limit)"] : []
    }

    /// A line of a test that holds a raw string, a line of the protocol for one, may be longer.
    private static func widthFindings(_ file: Repository.File) -> [String] {
        let isTest = file.path.hasPrefix("Tests/")
        return lines(of: file).compactMap { line in
            guard line.text.utf8.count > 100, line.text.count > 100,
                !(isTest && line.text.contains("#\""))
            else { return nil }
            return "\(file.path):\(line.number): \(line.text.count) columns, more than 100"
        }
    }

    private static func lines(
        of file: Repository.File
    ) -> [(number: Int, text: Substring)] {
        file.text.lines.enumerated().map { ($0 + 1, $1) }
    }

    /// Marks of work that is not done, spelt so that this file has none.
    private static let marks = ["TO" + "DO", "FIX" + "ME"]

    private static func markFindings(_ file: Repository.File) -> [String] {
        lines(of: file).flatMap { line in
            marks.filter { line.text.words.contains(Substring($0)) }
                .map { "\(file.path):\(line.number): \($0)" }
        }
    }

    private static func tryFindings(_ file: Repository.File) -> [String] {
        SwiftCode(file.text).lines.enumerated().filter { $1.contains("try!") }
            .map { "\(file.path):\($0.offset + 1): a forced try" }
    }

    /// Of what others call for every sample, line or delivery: the compiler puts the bodies of
    /// public functions into the code of other modules, and those of no others; one that reaches
    /// what is not public, only if it says `@inlinable`.
    private static let modulesInlined: Set<String> = [
        "PlainText", "JSON", "Vocabulary", "Simulation", "FlightPhases", "Statistics",
        "WireProtocol", "LinuxIO",
    ]

    /// What crosses modules is `package`, since there is nobody outside, but for what is inlined.
    private static func accessFindings(_ file: Repository.File) -> [String] {
        let isInlined = modulesInlined.contains(file.module)
        let isWrong = isInlined ? declaresForPackage : declaresForAll
        let found = isInlined ? "package instead of public" : "public or open"
        return SwiftCode(file.text).lines.enumerated().filter { isWrong($1) }
            .map { "\(file.path):\($0.offset + 1): \(found)" }
    }

    private static func declaresForPackage(_ line: Substring) -> Bool {
        line.words.contains("package")
    }

    private static func declaresForAll(_ line: Substring) -> Bool {
        let words = line.words
        let declared: Set<Substring> = [
            "class", "func", "override", "subscript", "static", "var", "final",
        ]
        let opens = zip(words, words.dropFirst()).contains {
            $0 == "open" && declared.contains($1)
        }
        return words.contains("public") || opens
    }

    @Test func `files are short`() throws {
        let repository = try Repository()
        for (folder, limit) in [("Sources", 300), ("Tests", 400)] {
            let files = try repository.swiftFiles(in: folder)
            expectNothing(files.flatMap { Self.lengthFindings($0, limit: limit) })
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func `lines are narrow`(folder: String) throws {
        expectNothing(try Repository().swiftFiles(in: folder).flatMap(Self.widthFindings))
    }

    @Test(arguments: ["Sources", "Tests"])
    func `nothing is marked as not done, and no try is forced`(folder: String) throws {
        let files = try Repository().swiftFiles(in: folder)
        expectNothing(files.flatMap { Self.markFindings($0) + Self.tryFindings($0) })
    }

    @Test func `what crosses modules is package, and public where that is inlined`() throws {
        expectNothing(try Repository().swiftFiles(in: "Sources").flatMap(Self.accessFindings))
    }

    private func file(_ text: String, _ path: String = "Sources/X/Y.swift") -> Repository.File {
        Repository.File(path: path, text: text)
    }

    @Test func `a file of a line too many is found`() {
        let full = String(repeating: "a\n", count: 300)
        #expect(Self.lengthFindings(file(full), limit: 300) == [])
        #expect(Self.lengthFindings(file(full + "b\n"), limit: 300).count == 1)
    }

    @Test func `a column too many is found, counted in characters`() {
        let full = String(repeating: "é", count: 100)
        #expect(Self.widthFindings(file(full)) == [])
        #expect(Self.widthFindings(file("\n\(full)x\n")).count == 1)
        let literal = "#\"\(full)\"#"
        #expect(Self.widthFindings(file(literal)).count == 1)
        #expect(Self.widthFindings(file(literal, "Tests/XTests/Y.swift")) == [])
    }

    @Test func `marks and forced tries are found`() {
        for mark in Self.marks {
            #expect(Self.markFindings(file("a\n// \(mark): b")).count == 1)
            #expect(Self.markFindings(file("let \(mark)S = 1")) == [])
        }
        #expect(
            Self.tryFindings(file("a\nlet b = try! c()")) == ["Sources/X/Y.swift:2: a forced try"])
        #expect(Self.tryFindings(file("try? a() // try! b")) == [])
    }

    @Test(arguments: [
        "public struct A {}", "  public init() {}", "open class A {}", "open override func a() {}",
        "public import Glibc", "open var a: Int",
    ])
    func `declarations for all are found`(text: String) {
        #expect(Self.accessFindings(file(text)).count == 1)
    }

    @Test func `declarations for the package are found where they would not be inlined`() {
        let text = "package struct A {}"
        #expect(Self.accessFindings(file(text)) == [])
        let found = Self.accessFindings(file("\n" + text, "Sources/Base/Vocabulary/Y.swift"))
        #expect(found == ["Sources/Base/Vocabulary/Y.swift:2: package instead of public"])
        let right = file("public init() {}", "Sources/Base/Vocabulary/Y.swift")
        #expect(Self.accessFindings(right) == [])
    }

    @Test(arguments: [
        "mutating func open(_ place: Int) {}", "open(at: instant)", "// public", "let isPublic = 1",
        "let open = close", "func publicize() {}",
    ])
    func `the same words elsewhere are not`(text: String) {
        #expect(Self.accessFindings(file(text)) == [])
    }
}
