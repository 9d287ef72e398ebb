import PlainText

/// A page of the manual, mdoc(7), built section by section.
package struct ManualPage {
    /// `runway-tail`.
    package let name: String
    /// 1 for commands, 5 for files, 7 for protocols, 8 for daemons.
    package let section: Int
    /// The page, ending with a newline.
    package private(set) var text: String

    /// Of lines before escapes, so that few are above 80 bytes with them.
    private static let width = 66

    /// The name of its file, `runway-tail.1`.
    package var file: String { "\(name).\(section)" }

    /// - Parameter summary: what it is, without a full stop.
    package init(_ name: String, section: Int, _ summary: String) {
        self.name = name
        self.section = section
        text = """
            .Dd \(ProgramVersion.date)
            .Dt \(name.uppercased()) \(section)
            .Os
            .Sh NAME
            .Nm \(name)
            .Nd \(Self.escaped(summary))

            """
    }

    package mutating func begin(_ heading: String) { text += ".Sh \(heading)\n" }

    package mutating func addSubsection(_ heading: String) { text += ".Ss \(heading)\n" }

    /// Adds requests of mdoc(7) as they are.
    package mutating func add(mdoc requests: String) { text += "\(requests)\n" }

    /// Adds sentences, each on lines of its own as mdoc(7) has them.
    package mutating func add(_ sentences: String) {
        for sentence in Self.sentences(sentences) {
            for line in String(sentence).wrapped(atColumn: Self.width) {
                text += "\(Self.escaped(line))\n"
            }
        }
    }

    package mutating func addParagraph(_ sentences: String) {
        text += ".Pp\n"
        add(sentences)
    }

    /// Adds commands as they are typed.
    package mutating func add(commands: [String]) {
        text += ".Bd -literal -offset indent\n"
        for command in commands { text += "\(Self.escaped(command))\n" }
        text += ".Ed\n"
    }

    /// Adds a list of words with their meanings, each a sentence or several.
    package mutating func add(list rows: [(word: String, meaning: String)]) {
        addList(rows.map { ("Sy \(Self.argument($0.word))", $0.meaning) })
    }

    /// Adds the flags of a table.
    package mutating func add(flags: [Flag]) { addList(flags.map { (Self.form($0), $0.help) }) }

    private mutating func addList(_ rows: [(head: String, meaning: String)]) {
        text += ".Bl -tag -width Ds\n"
        for (head, meaning) in rows {
            text += ".It \(head)\n"
            add(meaning)
        }
        text += ".El\n"
    }

    /// Adds the command line of a table, with what may be left out in brackets.
    package mutating func add(synopsisOf table: FlagTable) {
        text += ".Nm \(table.command)\n.Op Ar flags\n"
        for word in (table.operand ?? "").split(separator: " ") {
            let bare = word.filter { !"[].".contains($0) }
            let isSeveral = word.contains("...")
            let call = "Ar \(bare)\(isSeveral ? " ..." : "")"
            text += word.hasPrefix("[") ? ".Op \(call)\n" : ".\(call)\n"
        }
    }

    /// Adds the pages that a reader wants next.
    package mutating func add(seeAlso pages: [ManualPage]) {
        begin("SEE ALSO")
        let others = pages.filter { $0.file != file }
            .sorted { ($0.section, $0.name) < ($1.section, $1.name) }
        for page in others {
            let comma = page.file == others.last?.file ? "" : " ,"
            text += ".Xr \(page.name) \(page.section)\(comma)\n"
        }
    }

    /// `Fl n , Fl -lines Ar COUNT`: mdoc(7) adds a dash.
    private static func form(_ flag: Flag) -> String {
        let names = [flag.short, flag.name].compactMap(\.self)
            .map { "Fl \(argument(String($0.dropFirst())))" }.joined(separator: " , ")
        return flag.value.map { "\(names) Ar \(argument($0))" } ?? names
    }

    /// A word as an argument of a macro, where a name of a macro or a mark would act.
    private static func argument(_ word: String) -> String {
        let escaped = escaped(word)
        let isPlain = word.count > 3 && word.allSatisfy { !$0.isWhitespace && $0 != "\"" }
        return isPlain
            ? escaped : "\"\(escaped.split(separator: "\"").joined(separator: "\\(dq"))\""
    }

    /// Text in which nothing is taken for a request or an escape; dashes stay dashes.
    private static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case _: escaped.append(character)
            }
        }
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    /// The sentences of a text: a full stop, a blank and a capital end one.
    private static func sentences(_ text: String) -> [Substring] {
        var found: [Substring] = []
        var rest = text[...]
        var place = rest.startIndex
        while let mark = rest[place...].firstIndex(of: ".") {
            let tail = rest[mark...].dropFirst()
            place = tail.startIndex
            guard tail.first == " ", tail.dropFirst().first?.isUppercase == true else { continue }
            found.append(rest[..<tail.startIndex])
            rest = tail.dropFirst()
            place = rest.startIndex
        }
        return rest.isEmpty ? found : found + [rest]
    }
}

extension FlagTable {
    /// The page of a command, up to its examples.
    ///
    /// - Parameter section: 1, or 8 for a daemon.
    package func manual(section: Int = 1) -> ManualPage {
        let summary = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        var page = ManualPage(
            command.split(separator: " ").joined(separator: "-"), section: section, summary)
        page.begin("SYNOPSIS")
        page.add(synopsisOf: self)
        page.begin("DESCRIPTION")
        page.add(operandHelp.isEmpty ? "The flags are:" : "\(operandHelp) The flags are:")
        page.add(flags: flags)
        return page
    }
}
