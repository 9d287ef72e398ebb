import Testing

@Suite struct PackageTests {
    private static func dependencies(in manifest: String) -> [String] {
        let text = SwiftCode(manifest).lines.joined().filter { !$0.isWhitespace }
        return text.contains(".package(") ? ["Package.swift names a package"] : []
    }

    @Test func `the package depends on no other`() throws {
        let manifest = try #require(try Repository().file("Package.swift"))
        expectNothing(Self.dependencies(in: manifest.text))
    }

    @Test func `a package in the manifest is found, in a comment it is not`() {
        #expect(Self.dependencies(in: "dependencies: [\n  .package(url: \"x\")]").count == 1)
        #expect(Self.dependencies(in: "[ .package (path: \"../x\") ]").count == 1)
        #expect(Self.dependencies(in: "// no .package( here\nproducts: []") == [])
    }

    /// The top level is short, so that a newcomer sees at once where to look.
    private static func strangers(among names: [String]) -> [String] {
        let known: Set = ["Package.swift", "README.md", "Sources", "Tests", "config", "systemd"]
        return names.filter { !known.contains($0) && !$0.hasPrefix(".") }
    }

    @Test func `nothing else lies at the top`() throws {
        expectNothing(Self.strangers(among: try Repository().names()))
        #expect(Self.strangers(among: ["Sources", ".build-ci", "Makefile"]) == ["Makefile"])
    }

    private static func flaws(ofReadme text: String) -> [String] {
        let commands = ["swift run -c release runway live --embedded", "swift test"]
        let missing = commands.filter { !text.contains($0) }.map { "README.md lacks: \($0)" }
        let count = text.lines.count
        return missing + (count < 180 ? [] : ["README.md has \(count) lines"])
    }

    @Test func `the read-me has the two commands to begin with, and is short`() throws {
        let readme = try #require(try Repository().file("README.md"), "README.md is missing")
        expectNothing(Self.flaws(ofReadme: readme.text))
    }

    @Test func `a read-me without them, or a long one, is found`() {
        let good = "    swift run -c release runway live --embedded\n    swift test\n"
        #expect(Self.flaws(ofReadme: good) == [])
        #expect(Self.flaws(ofReadme: "swift build").count == 2)
        #expect(Self.flaws(ofReadme: good + String(repeating: "\n", count: 180)).count == 1)
    }
}
