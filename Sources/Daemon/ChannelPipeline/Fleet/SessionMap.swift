import Vocabulary

/// A table by session whose copies share all that they have in common.
///
/// The fleet, the fleet with the commands that wait for the disk, and every replay have a table
/// each. To change one of them copies a path of small arrays, not the table.
///
/// A tree of fixed depth with 32,768 buckets: a look-up takes O(sessions / 32,768). A change copies
/// three arrays of 32 and a bucket at most.
struct SessionMap<Value: Sendable>: Sendable {
    struct Row: Sendable {
        let session: SessionName
        var value: Value
    }

    /// Empty, or 32 at each level; the innermost arrays are buckets.
    private(set) var root: [[[[Row]]]] = []
    private(set) var count = 0

    private static var width: Int { 32 }

    /// The way to a session's bucket. Sessions that follow one another lie in different buckets.
    private struct Path {
        let first: Int
        let second: Int
        let third: Int

        init(_ session: SessionName) {
            let key =
                UInt64(truncatingIfNeeded: session.lane.index) << 32
                ^ UInt64(truncatingIfNeeded: session.lap)
            let mixed = (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15
            first = Int(mixed >> 59)
            second = Int(mixed >> 54 & 31)
            third = Int(mixed >> 49 & 31)
        }
    }

    subscript(session: SessionName) -> Value? {
        let path = Path(session)
        guard let index = index(of: session, at: path) else { return nil }
        return root[path.first][path.second][path.third][index].value
    }

    /// Changes a session's value in place.
    ///
    /// - Parameter initial: the value of a session that has none.
    mutating func update<Result>(
        _ session: SessionName, or initial: @autoclosure () -> Value,
        _ change: (inout Value) -> Result
    ) -> Result {
        let path = Path(session)
        makeBucket(path)
        let known = index(of: session, at: path)
        if known == nil {
            count += 1
            root[path.first][path.second][path.third].append(
                Row(session: session, value: initial()))
        }
        let index = known ?? root[path.first][path.second][path.third].count - 1
        return change(&root[path.first][path.second][path.third][index].value)
    }

    private func index(of session: SessionName, at path: Path) -> Int? {
        guard !root.isEmpty, !root[path.first].isEmpty else { return nil }
        guard !root[path.first][path.second].isEmpty else { return nil }
        return root[path.first][path.second][path.third].firstIndex { $0.session == session }
    }

    /// Removes a session and returns its value; nil if it has none.
    @discardableResult
    mutating func remove(_ session: SessionName) -> Value? {
        let path = Path(session)
        guard let index = index(of: session, at: path) else { return nil }
        count -= 1
        return root[path.first][path.second][path.third].remove(at: index).value
    }

    private mutating func makeBucket(_ path: Path) {
        if root.isEmpty { root = Array(repeating: [], count: Self.width) }
        if root[path.first].isEmpty {
            root[path.first] = Array(repeating: [], count: Self.width)
        }
        if root[path.first][path.second].isEmpty {
            root[path.first][path.second] = Array(repeating: [], count: Self.width)
        }
    }

    /// Calls `body` with every session and its value, in no particular order.
    func forEach(_ body: (SessionName, Value) -> Void) {
        for nodes in root {
            for buckets in nodes {
                for bucket in buckets {
                    for row in bucket { body(row.session, row.value) }
                }
            }
        }
    }

    /// The most bytes that the tree takes without its rows: each node has a header.
    static var frameBytes: Int { (1 + width + width * width) * (32 + width * 8) }

    /// The most bytes of a row: in a bucket that grows by doubling while the old one is there.
    static var rowBytes: Int { 3 * MemoryLayout<Row>.stride + 32 }
}
