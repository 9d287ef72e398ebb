import Glibc
import LinuxIO
import TestSupport

/// The code of README.md: its commands, and the names of commands within its sentences.
struct Readme {
    /// A command with what the text shows below it, line by line: nothing, but for one after `$`.
    struct Command: Hashable {
        let text: String
        let dialogue: [String]
    }

    let text: String

    init(_ text: String) { self.text = text }

    /// That of the project which this file belongs to.
    init() throws {
        text = try Checkout.text("README.md")
    }

    /// What stands indented by four columns, block by block.
    private var blocks: [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split { !$0.hasPrefix("    ") }.map { $0.map { String($0.dropFirst(4)) } }
    }

    /// Every command of every block that is no picture, without the remark behind it.
    var commands: [Command] {
        blocks.filter { !Self.isPicture($0) }.flatMap { block in
            if let first = block.first, first.hasPrefix("$ ") {
                let dialogue = Array(block.dropFirst())
                return [Command(text: String(first.dropFirst(2)), dialogue: dialogue)]
            }
            return block.map { Command(text: Self.withoutRemark($0), dialogue: []) }
        }
    }

    /// A screen has the dot of the link in its first line.
    private static func isPicture(_ block: [String]) -> Bool {
        block.first?.contains("\u{25CF}") ?? false
    }

    private static func withoutRemark(_ line: String) -> String {
        let command = line.split(separator: " ").prefix { $0 != "#" }
        return command.joined(separator: " ")
    }

    /// What stands between single back quotes in sentences and tables.
    var spans: [String] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("    ") }
        let parts = lines.joined(separator: " ").split(
            separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }

    /// Where its links lead.
    var links: [String] {
        text.split(separator: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
    }

    /// Whether a program of this name can be found.
    static func hasTool(_ name: String) -> Bool {
        (Environment.value("PATH") ?? "").split(separator: ":").contains {
            access("\($0)/\(name)", X_OK) == 0
        }
    }
}
