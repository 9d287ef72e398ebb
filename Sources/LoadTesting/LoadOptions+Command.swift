import CommandLine

extension LoadOptions {
    /// The command line that repeats the run, words quoted for a shell; what was drawn is named.
    var command: String {
        var flags = flags
        flags.setDefault("--dice", "\(dice)")
        let words = table.flags.filter { $0.name != "--dry-run" }.flatMap { flag in
            flags.all(flag.name).flatMap { value in
                flag.value == nil ? [flag.name] : [flag.name, Self.quoted(value)]
            }
        }
        return ([table.command] + words).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "+")...UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "_"),
                UInt8(ascii: "@"), UInt8(ascii: "%"):
                true
            case _: false
            }
        }
        guard !isPlain else { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: #"'\''"#))'"
    }
}
