/// What Package.swift declares: the targets floor by floor, the lowest first.
struct Manifest {
    struct Target {
        let name: String
        let floor: String
        /// Whether it is a module, program or plugin of Sources.
        let isSource: Bool
        let dependencies: [String]
        /// Whether it runs when programs are built, and is no part of them.
        let isPlugin: Bool
    }

    let targets: [Target]

    /// Reads the lists of floors as swift-format lays them out: `floor(` and a target begin lines.
    init(_ text: String) {
        var targets: [Target] = []
        var floor = ""
        let lines = text.lines
        for (index, line) in lines.enumerated() {
            if line == "    floor(", index + 1 < lines.count {
                floor = Self.words(lines[index + 1]).first ?? ""
            }
            guard let kind = Self.kinds.first(where: { line.hasPrefix("        \($0)(") }) else {
                continue
            }
            let call = Self.call(lines[index...]).split(separator: "exclude:")[0]
            let words = Self.words(call)
            targets.append(
                Target(
                    name: words.first ?? "", floor: floor,
                    isSource: ["module", "program", "plugin"].contains(kind),
                    dependencies: Array(words.dropFirst()), isPlugin: kind == "plugin"))
        }
        self.targets = targets
    }

    /// The names of the floors of Sources, the lowest first.
    var floors: [String] {
        targets.filter(\.isSource).reduce(into: []) { floors, target in
            if floors.last != target.floor { floors.append(target.floor) }
        }
    }

    func sources(of floor: String) -> [String] {
        targets.filter { $0.isSource && $0.floor == floor }.map(\.name)
    }

    private static let kinds = ["module", "program", "plugin", "support", "tests"]

    /// From the beginning of the first line up to the parenthesis that closes its first one.
    private static func call(_ lines: ArraySlice<Substring>) -> String {
        var call = ""
        for line in lines {
            call += line + "\n"
            if call.count(where: { $0 == "(" }) == call.count(where: { $0 == ")" }) { break }
        }
        return call
    }

    /// What stands between quotation marks.
    private static func words(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
