import Vocabulary

/// Why the state of a shard cannot be made of what other shards have kept.
package enum MergeFailure: Error, Hashable, Sendable {
    case noFolder
    /// The folder holds no fleet.
    case empty(path: String)
    /// The folder that is to be made holds a fleet.
    case taken(path: String)
    /// Two folders differ in more than the number of the shard; the differences are for a person.
    case differs(path: String, from: String, [String])
    /// Two folders hold the same shard.
    case twice(FleetShard, paths: [String])
    /// The folder of a shard is needed but was not named.
    case missing(String, of: FleetShard)
    /// The folders hold more than one daemon takes.
    case tooMany(String, Int, limit: Int)
    /// A folder is named twice.
    case repeated(path: String)
    /// One of the folders cannot be used.
    case source(StateFailure)
    /// The folder that is to be made cannot be used.
    case target(StateFailure)
}

extension MergeFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noFolder: "no folder is named; give one with --merge-state"
        case .empty(let path):
            "\(path) holds no fleet; name the folder that a daemon had with --state"
        case .taken(let path):
            "\(path) holds a fleet; name a new folder with --state, which is made"
        case .differs(let path, let other, let words):
            "\(other) holds a fleet with \(words.joined(separator: "; ")), as \(path) has it; only "
                + "shards of one fleet can be merged"
        case .twice(let shard, let paths):
            "\(paths.joined(separator: " and ")) both hold shard \(shard), and the commands on a "
                + "lane can be in one of them only; leave out the one that was not flown last"
        case .missing(let shard, let wanted):
            "shard \(wanted) has lanes of shard \(shard), whose folder is not named; add it with "
                + "--merge-state"
        case .tooMany(let what, let count, let limit):
            "the folders hold \(count) \(what) on lanes of the shard, and a daemon takes \(limit); "
                + "divide the fleet into more shards"
        case .repeated(let path): "\(path) is named twice with --merge-state; name it once"
        case .source(let failure):
            failure.text(elsewhere: "name a sound copy of it with --merge-state")
        case .target(let failure):
            failure.text(elsewhere: "remove what a merge has left there, and merge again")
        }
    }
}
