import CommandLine
import LoadReport

extension AssertionFault {
    /// What would be right, and of an unknown figure the one that was probably meant: by a slip of
    /// two letters, or by its last word.
    var remedy: String {
        guard case .unknownFigure(let name) = self, !name.isEmpty else { return suggestion }
        let names = LoadFigure.all.map(\.name)
        // No name is longer, and the longest of mistakes need not be measured whole.
        let near = String(name.lowercased().prefix(60)).nearest(of: names)
        let meant = near ?? names.first { $0.hasSuffix(".\(name)") || $0.hasPrefix("\(name)_") }
        return meant.map { "did you mean \($0)?" } ?? suggestion
    }
}
