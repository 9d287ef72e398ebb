/// Which users and groups have numbers of their own where this process runs, user_namespaces(7).
public struct UserNamespace: Hashable, Sendable {
    /// The number that stands for all users without one; nil where every user has one.
    private let overflowUser: UInt32?
    private let overflowGroup: UInt32?

    /// The namespace in which every number stands for its own user or group.
    public static let initial = UserNamespace(
        userMap: whole, groupMap: whole, overflow: (nil, nil))

    /// The namespace of this process. Without /proc the usual overflow ids count as nobody.
    public static var current: UserNamespace {
        let maps = (user: text("/proc/self/uid_map"), group: text("/proc/self/gid_map"))
        // A service may see only processes in /proc, which is enough where nobody is left out.
        guard !isWhole(maps.user) || !isWhole(maps.group) else { return .initial }
        return UserNamespace(
            userMap: maps.user, groupMap: maps.group,
            overflow: (
                number("/proc/sys/kernel/overflowuid"), number("/proc/sys/kernel/overflowgid")
            ))
    }

    /// - Parameters:
    ///   - userMap: what /proc/self/uid_map says; nil where it cannot be read.
    ///   - overflow: the overflow ids of users and groups; nil for the usual ones.
    init(userMap: String?, groupMap: String?, overflow: (user: UInt32?, group: UInt32?)) {
        overflowUser = Self.isWhole(userMap) ? nil : overflow.user ?? Self.usualOverflow
        overflowGroup = Self.isWhole(groupMap) ? nil : overflow.group ?? Self.usualOverflow
    }

    /// The usual overflow id: where /proc/sys is hidden nobody can have changed it.
    private static let usualOverflow: UInt32 = 65_534

    /// The map that leaves nobody out: one row, from 0 to 0, for all 2^32 - 1 numbers.
    private static let whole = "0 0 4294967295"

    private static func isWhole(_ map: String?) -> Bool {
        guard let map else { return false }
        let rows = map.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return rows == [whole.split(separator: " ").map(String.init)]
    }

    /// Whether a user's number says who it is.
    public func knowsUser(_ number: UInt32) -> Bool { number != overflowUser }

    /// Whether a group's number says which one it is.
    public func knowsGroup(_ number: UInt32) -> Bool { number != overflowGroup }

    private static func text(_ path: String) -> String? {
        (try? FileContent.read(path, limitBytes: 1 << 16)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func number(_ path: String) -> UInt32? {
        text(path).flatMap { text in UInt32(text.prefix { $0 != "\n" }) }
    }
}
