import CommandLine
import Configuration
import LinuxIO
import PlainText
import StateFiles
import Vocabulary

/// `runwayd --merge-state`: makes the state directory of a shard out of those of other shards.
enum StateMerge {
    static let flag = "--merge-state"

    /// Makes the directory that `--state` names, for the shard that `--shard` names.
    ///
    /// The folders stay as they are, locked meanwhile. Folders of daemons that run are refused.
    ///
    /// - Returns: what was done, for a person.
    static func run(
        _ paths: [String], _ settings: ChosenSettings, at wall: Int64
    ) throws(ProgramFailure) -> String {
        try settings.refuse()
        guard settings[.state] != nil else {
            throw .usage("\(flag) has no folder to make", suggestion: "name a new one with --state")
        }
        let path = settings.text(.state)
        do throws(MergeFailure) {
            guard try !hasFleet(path) else { throw .taken(path: path) }
            try checkFolders(paths)
            var folders: [StateFolder] = []
            for source in paths { folders.append(try open(source) { .source($0) }) }
            let merged = try MergedState(of: folders, as: settings.shard, at: wall)
            try open(path) { .target($0) }.begin(with: merged)
            return told(merged, from: paths, in: path)
        } catch {
            throw failure(error)
        }
    }

    private static func open(
        _ path: String, _ failed: (StateFailure) -> MergeFailure
    ) throws(MergeFailure) -> StateFolder {
        do throws(StateFailure) {
            return try StateFolder(path)
        } catch {
            throw failed(error)
        }
    }

    /// Whether there is a fleet in a folder. To open a folder that is not there would make it.
    private static func hasFleet(_ path: String) throws(MergeFailure) -> Bool {
        do throws(SystemFailure) {
            return try StateFolder.hasFleet(path)
        } catch {
            throw .source(.system(error))
        }
    }

    /// Refuses folders that hold no fleet, or are named twice.
    private static func checkFolders(_ paths: [String]) throws(MergeFailure) {
        var seen: Set<FileStatus.Identity> = []
        for path in paths {
            guard try hasFleet(path), let status = try? FileStatus.of(path) else {
                throw .empty(path: path)
            }
            guard seen.insert(status.identity).inserted else { throw .repeated(path: path) }
        }
    }

    private static func told(_ merged: MergedState, from paths: [String], in path: String) -> String
    {
        let (commands, fleet) = (merged.journal.commands, merged.state.fleet)
        let byHand = commands.count - commands.sessionCount
        return "\(path) holds shard \(fleet.shard) of fleet \(fleet.identity): "
            + "\(commands.sessionCount.counted("command")) and "
            + "\(byHand.counted("entry", "entries")) by hand on its lanes, "
            + "of \(paths.count.counted("folder")). Do not fly those any more: what is commanded "
            + "there from now on is missing here.\n"
    }

    private static func failure(_ failure: MergeFailure) -> ProgramFailure {
        switch failure {
        case .noFolder, .taken, .repeated: ProgramFailure(.usage, failure.description)
        case .empty, .differs, .twice, .missing, .tooMany:
            ProgramFailure(.input, failure.description)
        case .source(let state), .target(let state):
            ProgramFailure(ProgramFailure.state(state).code, failure.description)
        }
    }
}
