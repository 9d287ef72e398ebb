/// One flag of a command line, as data: parsing and help come from the same row.
package struct Flag: Hashable, Sendable {
    /// With its dashes: `--seed`, or `-n`.
    package let name: String
    /// Another name of one letter, with its dash, such as `-h`.
    package let short: String?
    /// What the value is called in the help; nil for a flag without a value.
    package let value: String?
    package let help: String
    package let isRepeatable: Bool

    package init(
        _ name: String, short: String? = nil, value: String? = nil, repeatable: Bool = false,
        _ help: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = repeatable
        self.help = help
    }
}
