import CommandLine
import LinuxIO
import Logbook
import Vocabulary

/// The file that remembers the goal in steps: `runway/goal` below `XDG_CONFIG_HOME`, which is
/// `.config` in the home folder unless it is set.
struct GoalFile {
    /// The path of the file; nil without a home folder.
    let path: String?

    private static let limitBytes = 64

    init(path: String?) { self.path = path }

    init() {
        let home = Environment.value("HOME").map { "\($0)/.config" }
        self.init(path: (Environment.value("XDG_CONFIG_HOME") ?? home).map { "\($0)/runway/goal" })
    }

    /// The goal in the file; nil without a file, or if it holds something else.
    var kept: Int? {
        guard let path,
            let bytes = try? NamedFile.read(path, limitBytes: Self.limitBytes, patience: nil)
        else { return nil }
        let text = String(decoding: bytes.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
        return Int(text).flatMap { LogbookPreferences.goalRange.contains($0) ? $0 : nil }
    }

    /// Replaces the file, and creates its folder.
    func keep(_ goal: Int) throws(ProgramFailure) {
        guard let path else {
            throw ProgramFailure(
                .output, "the goal cannot be kept: neither XDG_CONFIG_HOME nor HOME is set")
        }
        do throws(SystemFailure) {
            try Directory.create(Directory.parent(of: path))
            try FileContent.replace(path, with: Array("\(goal)\n".utf8), durable: false)
        } catch {
            throw .unwritten(error, "the goal cannot be kept in \(path): \(error.reason)")
        }
    }
}
