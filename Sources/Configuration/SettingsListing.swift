import CommandLine

/// What `runwayd --print-config` prints: every setting and where it comes from, in the form of a
/// configuration file.
package struct SettingsListing {
    package let text: String

    /// - Parameter workingDirectory: where relative paths begin, so that the listing means the same
    ///   as a file elsewhere.
    package init(_ settings: ChosenSettings, workingDirectory: String?) {
        let body = ConfigurationText.body { row in
            guard let choice = settings[row.key] else {
                return ["// \(row.key.name): \(row.standard.shown)  (default)"]
            }
            let value = Self.absolute(choice.value, row.domain, workingDirectory)
            return ["\(row.key.name): \(value.json5),  // \(choice.origin)"]
        }
        text =
            "// Every setting of runwayd \(ProgramVersion.text), and where it comes from.\n\(body)"
    }

    private static func absolute(
        _ value: SettingValue, _ domain: SettingDomain, _ workingDirectory: String?
    ) -> SettingValue {
        func located(_ path: String) -> String {
            path.hasPrefix("/") ? path : (workingDirectory.map { "\($0)/" } ?? "") + path
        }
        return switch (domain, value) {
        case (.path, .text(let path)), (.file, .text(let path)): .text(located(path))
        case (.paths, .texts(let paths)): .texts(paths.map(located))
        case _: value
        }
    }
}
