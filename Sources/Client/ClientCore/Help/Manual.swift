import CommandLine
import Configuration
import LinuxIO

/// The pages of the manual, made from the tables that flags, settings and protocol come from.
enum Manual {
    /// Every page, in the order of sections and names.
    static let pages: [ManualPage] = {
        let commands = Command.allCases.map(\.table) + [LoadMergeCommand.table]
        var pages = [general] + commands.map(page(of:)) + [.configuration, daemon, .streamProtocol]
        pages.sort { ($0.section, $0.name) < ($1.section, $1.name) }
        for index in pages.indices { pages[index].add(seeAlso: seeAlso(pages[index], in: pages)) }
        return pages
    }()

    /// The page of a command, or of this name, with or without its section.
    static func page(named name: String) -> ManualPage? {
        pages.first { [$0.file, $0.name].contains(name) || $0.name == "runway-\(name)" }
    }

    private static var general: ManualPage {
        var page = ManualPage("runway", section: 1, ProgramHelp.purpose)
        page.begin("SYNOPSIS")
        page.add(mdoc: ".Nm runway\n.Ar command\n.Op Ar flags\n.Op Ar words")
        page.begin("DESCRIPTION")
        page.add("The commands are:")
        page.add(
            list: Command.allCases.map { ($0.rawValue, $0.table.summary.capitalizedSentence) }
                + [(ProgramHelp.word, ProgramHelp.summary.capitalizedSentence)])
        page.addParagraph("The page of a command is called after it, such as runway-tail(1).")
        addEnds(
            to: &page, flags: [Command.socketFlag, Command.colorFlag],
            examples: [
                "runway live --embedded", "runway tail --json",
            ])
        return page
    }

    private static func page(of table: FlagTable) -> ManualPage {
        var page = table.manual()
        addEnds(to: &page, flags: table.flags, examples: table.examples)
        return page
    }

    private static var daemon: ManualPage {
        var page = DaemonFlags.table.manual(section: 8)
        page.addParagraph(
            "SIGTERM and SIGINT end it: subscribers are told, and what waits for them is sent. "
                + "SIGHUP has the configuration read again.")
        page.begin("ENVIRONMENT")
        page.add(
            "Each setting has a variable, which outranks the configuration file; "
                + "runwayd.json5(5) lists them.")
        page.add(
            list: [
                ("RUNWAY_CONFIG", "The configuration file."),
                ("STATE_DIRECTORY", "The folder of --state, as a service manager gives it."),
                ("XDG_RUNTIME_DIR", "The socket is runway/runwayd.sock below it."),
            ] + zones)
        page.begin("FILES")
        page.add(list: [
            ("/etc/runway/runwayd.json5", "The configuration of the service."),
            (SocketLocation.system, "The socket of the service."),
            ("/var/lib/runway", "The state of the service: the fleet over restarts."),
        ])
        addExits(to: &page, examples: DaemonFlags.table.examples)
        return page
    }

    /// The variables of a program that counts days.
    private static let zones = [
        ("TZ", "The machine's time zone, as a name such as Europe/Berlin."),
        ("TZDIR", "The folder of the time zones, else /usr/share/zoneinfo."),
    ]

    private static func addEnds(to page: inout ManualPage, flags: [Flag], examples: [String]) {
        let names = Set(flags.map(\.name))
        var environment: [(String, String)] = []
        var files: [(String, String)] = []
        if names.contains("--time-zone") { environment += zones }
        if names.contains("--socket") {
            environment += [
                ("RUNWAY_SOCKET", "The daemon's socket, where --socket does not say it."),
                ("XDG_RUNTIME_DIR", "Where the socket of the user's own daemon lies."),
            ]
            files += [
                ("$XDG_RUNTIME_DIR/runway/runwayd.sock", "The socket that is tried first."),
                (SocketLocation.system, "The socket that is tried next."),
            ]
        }
        if names.contains("--color") {
            environment += [
                ("NO_COLOR", "If it is not empty, colours are left out."),
                ("CLICOLOR_FORCE", "If it is not empty nor 0, a pipe gets colours too."),
                ("TERM", "Which colours and characters the terminal can show."),
                ("LC_ALL, LC_CTYPE, LANG", "Which characters may be shown, by the first of them."),
            ]
        }
        if names.contains("--goal"), !names.contains("--out") {
            environment.append(("XDG_CONFIG_HOME", "Where the goal in steps is remembered."))
            files.append(("~/.config/runway/goal", "The goal in steps."))
        }
        if names.contains("--ack") {
            environment += [
                ("STATE_DIRECTORY", "Where the anchor lies, as a service manager gives it."),
                ("XDG_STATE_HOME", "Where the anchor lies, else ~/.local/state."),
            ]
            files.append(("~/.local/state/runway/relay-NAME.anchor", "The anchor of a relay."))
        }
        if !environment.isEmpty {
            page.begin("ENVIRONMENT")
            page.add(list: environment)
        }
        if !files.isEmpty {
            page.begin("FILES")
            page.add(list: files)
        }
        addExits(to: &page, examples: examples)
    }

    private static func addExits(to page: inout ManualPage, examples: [String]) {
        page.begin("EXIT STATUS")
        page.add(list: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
        page.begin("EXAMPLES")
        page.add(commands: examples)
    }

    /// The general pages, of which the reader has one; and for those the commands.
    private static func seeAlso(_ page: ManualPage, in pages: [ManualPage]) -> [ManualPage] {
        let isOfCommand = page.name.hasPrefix("runway-") && page.section == 1
        return pages.filter { !isOfCommand || $0.section > 1 || $0.name == "runway" }
    }
}

extension String {
    /// With a capital in front.
    fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
