import Testing

@Suite struct ImportTests {
    /// The toolchain's modules and the few that may import them: system calls have one place.
    private static let system: [String: Set<String>] = [
        "LinuxIO": ["Dispatch", "Glibc", "Synchronization"],
        "StateFiles": ["Synchronization"],
        "DaemonCore": ["Synchronization"],
        "Benchmarks": ["Glibc"],
    ]

    private static func findings(_ file: Repository.File, _ manifest: Manifest) -> [String] {
        guard let target = manifest.targets.first(where: { $0.name == file.module }) else {
            return ["\(file.path): Package.swift has no target \(file.module)"]
        }
        guard !target.isPlugin else { return [] }
        let allowed = system[target.name, default: []].union(target.dependencies)
        return imports(in: file.text).filter { !allowed.contains($0) }
            .map { "\(file.path): \(target.name) may not import \($0)" }
    }

    /// The modules that a text imports, whatever stands before and between.
    static func imports(in text: String) -> [String] {
        let kinds: Set = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
        return SwiftCode(text).lines.flatMap { line in
            line.split(separator: ";").compactMap { statement -> String? in
                let words = statement.words
                guard let place = words.firstIndex(of: "import") else { return nil }
                return words[(place + 1)...].first { !kinds.contains(String($0)) }.map(String.init)
            }
        }
    }

    @Test func `every import is declared in the manifest, or is one of the system's`() throws {
        let repository = try Repository()
        let manifest = Manifest(try #require(repository.file("Package.swift")).text)
        expectNothing(
            try repository.swiftFiles(in: "Sources").flatMap { Self.findings($0, manifest) })
        let names = Set(manifest.targets.map(\.name))
        #expect(Set(Self.system.keys).isSubset(of: names))
        #expect(!Self.system.values.joined().contains { $0.hasPrefix("Foundation") })
    }

    private static let manifest = Manifest(
        """
            floor(
                "Runner",
                module("Statistics", ["Vocabulary"])
            ),
        """)

    @Test(arguments: [
        "import Foundation", "@testable import StreamServer", "import struct Glibc.timespec",
        "import Vocabulary; import Dispatch", "internal import Foundation",
    ])
    func `an import that is not allowed is found`(text: String) {
        let file = Repository.File(
            path: "Sources/Runner/Statistics/Ring.swift", text: "\n\(text)\n")
        #expect(Self.findings(file, Self.manifest).count == 1)
        let stranger = Repository.File(path: "Sources/Runner/Weather/Wind.swift", text: "")
        #expect(Self.findings(stranger, Self.manifest).count == 1)
    }

    @Test(arguments: ["import Vocabulary", "// import Foundation", "let text = \"import Glibc\""])
    func `what is allowed, and what is no import, is not`(text: String) {
        let file = Repository.File(path: "Sources/Runner/Statistics/Ring.swift", text: text)
        #expect(Self.findings(file, Self.manifest) == [])
    }

    /// The modules whose imports lead nowhere to the clocks and the chance of the system.
    private static func pure(_ manifest: Manifest) -> Set<String> {
        var reaching: Set = ["LinuxIO"]
        for target in manifest.targets where !reaching.isDisjoint(with: target.dependencies) {
            reaching.insert(target.name)
        }
        return Set(manifest.targets.filter(\.isSource).map(\.name)).subtracting(reaching)
    }

    /// The clocks and random numbers of LinuxIO, of the C library and of the standard library.
    private static let impurities = [
        "MonotonicClock.", "WallClock.", "SystemRandom", "clock_gettime", "ContinuousClock",
        "SuspendingClock", ".random(", ".randomElement(", ".shuffle", "Date()",
    ]

    private static func impurities(_ file: Repository.File) -> [String] {
        SwiftCode(file.text).lines.enumerated().flatMap { number, line in
            impurities.filter { line.contains($0) }
                .map { "\(file.path):\(number + 1): \($0) in a pure module" }
        }
    }

    @Test func `pure modules get time and chance as arguments`() throws {
        let repository = try Repository()
        let pure = Self.pure(Manifest(try #require(repository.file("Package.swift")).text))
        let core: Set = [
            "Vocabulary", "CivilTime", "Simulation", "Days", "FlightPhases", "Statistics",
            "ActivityFiles", "WireProtocol", "ChannelPipeline", "CatchUp", "StreamAudit",
        ]
        #expect(core.isSubset(of: pure))
        let files = try repository.swiftFiles(in: "Sources").filter { pure.contains($0.module) }
        expectNothing(files.flatMap(Self.impurities))
    }

    @Test(arguments: [("= MonotonicClock.now", 1), ("Int.random(in: 0..<6)", 1), ("// Date()", 0)])
    func `a pure module that asks for the time or draws is found`(text: String, count: Int) {
        let path = "Sources/Runner/Statistics/Ring.swift"
        #expect(Self.impurities(Repository.File(path: path, text: text)).count == count)
    }

    @Test func `a module is pure if its imports lead nowhere to system calls`() {
        #expect(Self.pure(Self.manifest) == ["Statistics"])
    }
}
