import CommandLine

/// What a person is told who has written a key that does not exist.
enum KeySuggestion {
    /// - Parameter group: the object that the name stands in; nil at the top level.
    static func remedy(for name: String, in group: String?) -> String {
        let known = SettingKey.allCases
        let groups = group == nil ? Set(known.compactMap(\.group)).sorted() : []
        let names = known.filter { $0.group == group }.map(\.name) + groups
        if let suggestion = name.suggestion(from: names) { return suggestion }
        if let elsewhere = known.first(where: { $0.group != group && $0.name == name.bare }) {
            return
                "\(elsewhere.name) belongs \(elsewhere.group.map { "into \($0)" } ?? "to the top")"
        }
        return "give any of " + names.joined(separator: ", ")
    }
}
