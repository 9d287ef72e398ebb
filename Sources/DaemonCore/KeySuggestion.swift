import Settings

/// What a person is told who has written a key that does not exist.
enum KeySuggestion {
    /// - Parameter group: the object that the name stands in; nil at the top level.
    static func remedy(for name: String, in group: String?) -> String {
        let known = SettingKey.allCases
        let groups = group == nil ? Set(known.compactMap(\.group)).sorted() : []
        let names = known.filter { $0.group == group }.map(\.name) + groups
        if let near = near(name, names) { return "did you mean \(near)?" }
        if let elsewhere = known.first(where: { $0.group != group && $0.name == plain(name) }) {
            return
                "\(elsewhere.name) belongs \(elsewhere.group.map { "into \($0)" } ?? "to the top")"
        }
        return "give any of " + names.joined(separator: ", ")
    }

    /// Also as the flag is called, `log-level`, or as other files have it, `logLevel` or `rate`.
    private static func near(_ name: String, _ names: [String]) -> String? {
        let plain = plain(name)
        if plain.count > 2, let longer = names.first(where: { $0.hasPrefix(plain) }) {
            return longer
        }
        // With dashes, as flags have them, two letters of a name of four may be swapped.
        return "--\(plain)".nearest(of: names.map { "--\($0)" }).map { String($0.dropFirst(2)) }
    }

    private static func plain(_ name: String) -> String {
        let dashes = name.drop { $0 == "-" }
        return String(dashes.map { $0 == "-" ? "_" : $0 }).lowercased()
    }
}
