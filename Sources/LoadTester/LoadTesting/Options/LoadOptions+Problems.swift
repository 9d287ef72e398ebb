import CommandLine
import LoadReport
import PlainText

/// The failures of usage for `--stages`.
extension ProgramFailure {
    init(_ problem: StagePlan.Problem, most: Int) {
        let example = "write stages such as 0-100/10s,100/30s,100-0/10s"
        switch problem {
        case .noStage(let text, let stage):
            self = .usage(
                "--stages: stage \(stage) is \"\(text)\", which is no stage", suggestion: example)
        case .badNumber(let text, let stage):
            self = .usage(
                "--stages: stage \(stage) cannot have \"\(text)\" subscribers",
                suggestion: "give a whole number from 0 to \(most)")
        case .badSpan(let text, let stage):
            self = .usage(
                "--stages: stage \(stage) cannot last \"\(text)\"",
                suggestion: "give a span from 1s to 24h, such as 10s")
        case .jump(let stage, let begins, let ended):
            self = .usage(
                "--stages: stage \(stage) begins with \(begins.counted("subscriber")), and stage "
                    + "\(stage - 1) ends with \(ended)",
                suggestion: "let it begin with \(ended)")
        case .tooMany(let count):
            self = .usage(
                "--stages has \(count) stages",
                suggestion: "give at most \(StagePlan.mostStages)")
        case .nobody:
            self = .usage("--stages has no subscriber in any stage", suggestion: example)
        case .tooLong:
            self = .usage(
                "--stages lasts longer than a day", suggestion: "let all take at most 24h")
        }
    }
}

extension AssertionFault {
    /// The suggestion for an assertion. For an unknown figure it names the nearest one: by at most
    /// two wrong letters, or by its last word.
    var remedy: String {
        guard case .unknownFigure(let name) = self, !name.isEmpty else { return suggestion }
        let names = LoadFigure.all.map(\.name)
        // No figure's name is longer; the prefix bounds the cost for a very long text.
        let near = String(name.lowercased().prefix(60)).nearest(of: names)
        let meant = near ?? names.first { $0.hasSuffix(".\(name)") || $0.hasPrefix("\(name)_") }
        return meant.map { "did you mean \($0)?" } ?? suggestion
    }
}
