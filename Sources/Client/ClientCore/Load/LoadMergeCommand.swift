import CommandLine
import LinuxIO
import LoadReport
import LoadTesting
import Terminal

/// `runway load merge`: the reports of several runs as one.
enum LoadMergeCommand {
    /// The word behind the command's name.
    static let word = "merge"

    static let table = FlagTable(
        command: "runway load merge",
        summary: "adds up the reports that several runs of runway load --json have written.",
        examples: [
            "runway load merge 0.json 1.json 2.json 3.json --html all.html",
            "runway load merge parts/*.json --assert 'p99.9<5ms' --json all.json",
            "runway load merge seed1.json seed2.json --any-fleet",
        ],
        flags: [
            LoadCommand.assertFlag,
            Flag("--any-fleet", "Let the daemons have fleets of different seeds and epochs."),
        ] + LoadCommand.output, operand: "FILE...")

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        let assertions = try flags.assertions("--assert")
        let palette = try flags.palette()
        guard !flags.operands.isEmpty else {
            throw .usage(
                "there is no report to merge",
                suggestion: "give files that runway load --json has written")
        }
        let result: LoadResult
        do throws(MergeFault) {
            result = try LoadMerge.merge(
                try flags.operands.map(read), mixesFleets: flags.has("--any-fleet"))
        } catch {
            throw ProgramFailure(.input, error.description)
        }
        return try LoadReports(result, assertions, flags, palette).write()
    }

    private static func read(_ path: String) throws(MergeFault) -> LoadReportFile {
        let text: [UInt8]
        do throws(NamedFileFailure) {
            text = try NamedFile.read(path, limitBytes: LoadReading.fileBytesMax)
        } catch {
            throw MergeFault(
                path, "it cannot be read: \(error)",
                suggestion: "give files that runway load --json has written")
        }
        return try LoadReading.report(text, file: path)
    }
}
