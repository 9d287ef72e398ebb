/// Where the daemon's socket is: `--socket`, else `RUNWAY_SOCKET`, else the user's runtime
/// directory, else the system's.
package struct SocketLocation: Sendable {
    package static let system = "/run/runway/runwayd.sock"

    /// The paths to try in this order; only one if flag or variable names it.
    package let candidates: [String]

    /// - Parameters:
    ///   - flag: the value of `--socket`.
    ///   - variable: the value of `RUNWAY_SOCKET`.
    ///   - runtimeDirectory: the value of `XDG_RUNTIME_DIR`.
    package init(flag: String?, variable: String?, runtimeDirectory: String?) {
        let named = flag ?? variable.flatMap { $0.isEmpty ? nil : $0 }
        let user = runtimeDirectory.flatMap {
            $0.hasPrefix("/") ? "\($0)/runway/runwayd.sock" : nil
        }
        candidates = named.map { [$0] } ?? (user.map { [$0] } ?? []) + [Self.system]
    }

    /// Where a daemon listens.
    package var listening: String { candidates[0] }
}
