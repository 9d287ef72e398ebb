import Testing

/// What Package.swift declares of a target is what its files import.
@Suite struct DependencyTests {
    /// A target with the modules that it is declared to depend on.
    private struct Target {
        let name: String
        let dependencies: Set<String>

        /// - Parameter call: the text between the parentheses of its declaration.
        init(_ call: Substring) {
            let named = call.split(separator: "exclude:")[0]
            // Every second part lies between quotation marks; a path is no module.
            let words = named.split(separator: "\"", omittingEmptySubsequences: false)
                .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
                .filter { !$0.contains("/") }
            name = words.first ?? ""
            dependencies = Set(words.dropFirst())
        }
    }

    private static func targets(of manifest: String) -> [Target] {
        let beginnings = ["        module(", "        tests(", "arget("]
        return beginnings.flatMap { beginning in
            manifest.split(separator: beginning, omittingEmptySubsequences: false).dropFirst().map {
                rest in
                Target(rest.prefix(through: end(of: rest)))
            }
        }.filter { !$0.name.isEmpty }
    }

    /// The parenthesis that closes the one before the text; its end where there is none.
    private static func end(of text: Substring) -> Substring.Index {
        var depth = 1
        return text.indices.first { index in
            depth += text[index] == "(" ? 1 : text[index] == ")" ? -1 : 0
            return depth == 0
        } ?? text.indices.last ?? text.startIndex
    }

    private static func findings(_ target: Target, _ files: [Repository.File]) -> [String] {
        let imported = files.filter {
            $0.path.split(separator: "/").dropFirst().first.map(String.init) == target.name
        }.reduce(into: Set<String>()) { $0.formUnion(ImportTests.imports(in: $1.text)) }
        return target.dependencies.subtracting(imported).sorted()
            .map { "\(target.name) declares \($0), and no file of it imports that" }
    }

    @Test func `every dependency that is declared is imported`() throws {
        let repository = try Repository()
        let manifest = try #require(repository.file("Package.swift"))
        let files = try repository.swiftFiles(in: "Sources") + repository.swiftFiles(in: "Tests")
        let targets = Self.targets(of: manifest.text)
        #expect(targets.count > 40)
        // They start the programs as processes.
        let programs = ["EndToEndTests": Set(["runway", "runwayd"])]
        expectNothing(
            targets.flatMap { target in
                Self.findings(target, files).filter { finding in
                    !(programs[target.name] ?? []).contains { finding.contains(" \($0),") }
                }
            })
    }

    @Test func `a dependency that no file imports is found`() {
        let manifest = """
                    module("Wind", ["Air", "Sun"]),
                    tests("WindTests", ["Wind"], exclude: ["Golden"]),
            """
        let files = [
            Repository.File(path: "Sources/Wind/Gust.swift", text: "import Air\n// import Sun\n"),
            Repository.File(path: "Tests/WindTests/GustTests.swift", text: "@testable import Wind"),
        ]
        #expect(
            Self.targets(of: manifest).flatMap { Self.findings($0, files) } == [
                "Wind declares Sun, and no file of it imports that"
            ])
    }
}
