import Testing

/// The floors of Package.swift are the folders, and each target imports what it declares.
@Suite struct DependencyTests {
    private static func manifest() throws -> Manifest {
        Manifest(try #require(try Repository().file("Package.swift")).text)
    }

    /// Dependencies that do not stand above their target: the lists are in the order of building.
    private static func upward(_ manifest: Manifest) -> [String] {
        var above: Set<String> = []
        return manifest.targets.flatMap { target in
            defer { above.insert(target.name) }
            return target.dependencies.filter { !above.contains($0) }
                .map { "\(target.name) depends on \($0), which does not stand above it" }
        }
    }

    @Test func `a module imports from those that Package.swift lists before it`() throws {
        let manifest = try Self.manifest()
        #expect(manifest.targets.count > 60)
        expectNothing(Self.upward(manifest))
        #expect(
            manifest.floors == [
                "Base", "Runner", "Daemon", "Reader", "LoadTester", "Client", "Workbench",
            ])
    }

    @Test(arguments: ["Sources", "Tests"])
    func `every folder of code is a target on its floor`(folder: String) throws {
        let (repository, manifest) = (try Repository(), try Self.manifest())
        // The golden lines of whole sessions belong to tests of several floors.
        let floors = try repository.names(in: folder).filter { $0 != "Golden" }
        for floor in floors {
            let declared = manifest.targets.filter {
                $0.floor == floor && $0.isSource == (folder == "Sources")
            }
            let found = try repository.names(in: "\(folder)/\(floor)")
            #expect(found == declared.map(\.name).sorted(), "\(folder)/\(floor)")
        }
        if folder == "Sources" { #expect(floors == manifest.floors.sorted()) }
    }

    private static func unused(_ target: Manifest.Target, _ files: [Repository.File]) -> [String] {
        let imported = files.filter { $0.module == target.name }
            .reduce(into: Set<String>()) { $0.formUnion(ImportTests.imports(in: $1.text)) }
        return target.dependencies.filter { !imported.contains($0) }
            .map { "\(target.name) declares \($0), and no file of it imports that" }
    }

    @Test func `every dependency that is declared is imported`() throws {
        let repository = try Repository()
        let files = try repository.swiftFiles(in: "Sources") + repository.swiftFiles(in: "Tests")
        // They start the programs as processes.
        let programs = ["runway", "runwayd"].map { "EndToEndTests declares \($0), and" }
        let findings = try Self.manifest().targets.flatMap { Self.unused($0, files) }
        expectNothing(findings.filter { finding in !programs.contains(where: finding.hasPrefix) })
    }

    /// A module that was built before is found without being declared, and nowhere else.
    private static func undeclared(
        _ file: Repository.File, _ manifest: Manifest
    ) -> [String] {
        let target = manifest.targets.first { $0.name == file.module }
        let names = manifest.targets.map(\.name)
        return ImportTests.imports(in: file.text).filter { name in
            names.contains(name) && !(target?.dependencies.contains(name) ?? false)
        }.map { "\(file.path) imports \($0), which \(file.module) does not declare" }
    }

    @Test func `every target that a test imports is declared`() throws {
        let manifest = try Self.manifest()
        let files = try Repository().swiftFiles(in: "Tests")
        expectNothing(files.flatMap { Self.undeclared($0, manifest) })
    }

    @Test func `what breaks the rules is found`() {
        let manifest = Manifest(
            """
                floor(
                    "Ground",
                    module("Wind", ["Air", "Sun"]),
                    module("Air"),
                    tests(
                        "WindTests", ["Wind"],
                        exclude: ["Golden"])
                ),
            """)
        #expect(manifest.floors == ["Ground"])
        #expect(manifest.sources(of: "Ground") == ["Wind", "Air"])
        #expect(manifest.targets.last?.dependencies == ["Wind"])
        #expect(Self.upward(manifest).count == 2)
        let files = [
            Repository.File(
                path: "Sources/Ground/Wind/Gust.swift", text: "import Air\n// import Sun\n"),
            Repository.File(
                path: "Tests/Ground/WindTests/GustTests.swift", text: "@testable import Wind"),
        ]
        #expect(files.flatMap { Self.undeclared($0, manifest) } == [])
        let stranger = Repository.File(
            path: "Tests/Ground/WindTests/AirTests.swift", text: "import Air\nimport Glibc")
        #expect(Self.undeclared(stranger, manifest).count == 1)
        #expect(
            manifest.targets.flatMap { Self.unused($0, files) } == [
                "Wind declares Sun, and no file of it imports that"
            ])
    }

    /// The rows of the table of modules: the floor, and the modules of the second cell.
    private static func rows(ofHouse text: String) -> [(floor: String, modules: [String])] {
        text.lines.filter { $0.hasPrefix("| ") }.compactMap { line in
            let cells = line.split(separator: "|")
            guard cells.count == 3, cells[0].contains("**") else { return nil }
            let modules = cells[1].split(separator: "`").map(String.init)
            return (
                cells[0].filter(\.isLetter), modules.filter { $0.allSatisfy(\.isLetter) }
            )
        }
    }

    @Test func `the map of the house has every module on its floor`() throws {
        let page = "Sources/Daemon/DaemonCore/DaemonCore.docc/House.md"
        let rows = Self.rows(ofHouse: try #require(try Repository().file(page)).text)
        let manifest = try Self.manifest()
        for floor in manifest.floors {
            let mapped = rows.filter { $0.floor == floor }.flatMap(\.modules)
            #expect(mapped.sorted() == manifest.sources(of: floor).sorted(), "\(floor)")
        }
    }
}
