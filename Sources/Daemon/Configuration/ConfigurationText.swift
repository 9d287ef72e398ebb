import CommandLine
import PlainText

/// The text of configuration files, made from the table of settings.
package enum ConfigurationText {
    private static let width = 100

    /// The file that is shipped: every setting with its meaning, and set to its default; those
    /// that are found or drawn at the start stand in comments.
    package static var shipped: String { head + body(shippedLines) }

    private static let head = """
        // The configuration of runwayd, in JSON5.
        //
        //     runwayd --config runwayd.json5 --check-config      says all that is wrong with it
        //     runwayd --config runwayd.json5 --print-config      says what holds, and why
        //
        // A flag outranks the environment, which outranks this file, which outranks the defaults.
        // Files of the folder runwayd.json5.d beside it, whose names end in .json5, are read after
        // it in the order of their names; what they set replaces what stands here. After a HUP all
        // of them are read again: access, log_level and limits change at once, more sessions begin
        // to fly, and all else changes when the daemon is started again.
        // As shipped, this file holds the defaults alone. A key that does not exist is an error
        // in a check and a warning when the daemon starts; anything else that is wrong ends the
        // daemon with exit code 78.

        """

    private static func shippedLines(of row: Setting) -> [String] {
        comment("\(row.meaning).") + comment(row.details) + [assignment(of: row), ""]
    }

    private static func assignment(of row: Setting) -> String {
        switch row.default {
        case .value(let value): "\(row.key.name): \(value.json5),"
        case .found: "// \(row.key.name): \(row.example.json5),"
        }
    }

    /// An object with the lines of every setting, those of a group in an object of their own.
    static func body(_ lines: (Setting) -> [String]) -> String {
        var text = ["{"]
        var group: String?
        for row in SettingTable.rows {
            if let opened = row.key.group, opened != group { text.append("  \(opened): {") }
            group = row.key.group
            let margin = group == nil ? "  " : "    "
            text += lines(row).map { $0.isEmpty ? "" : margin + $0 }
        }
        text = text.last == "" ? text.dropLast() : text
        return (text + [group == nil ? "}" : "  },\n}"]).joined(separator: "\n") + "\n"
    }

    /// Comment lines; four columns are for the margin.
    private static func comment(_ sentences: String) -> [String] {
        sentences.wrapped(atColumn: width - 4 - "// ".count).map { "// \($0)" }
    }
}

/// What `runwayd --print-config` prints: every setting and where it comes from, in the form of a
/// configuration file.
package struct SettingsListing {
    package let text: String

    /// - Parameter workingDirectory: where relative paths begin, so that the listing means the same
    ///   as a file elsewhere.
    package init(_ settings: ChosenSettings, workingDirectory: String?) {
        let body = ConfigurationText.body { row in
            guard let choice = settings[row.key] else {
                return ["// \(row.key.name): \(row.default.shown)  (default)"]
            }
            let value = choice.value.located(row.domain, in: workingDirectory)
            return ["\(row.key.name): \(value.json5),  // \(choice.origin)"]
        }
        text =
            "// Every setting of runwayd \(ProgramVersion.text), and where it comes from.\n\(body)"
    }
}
