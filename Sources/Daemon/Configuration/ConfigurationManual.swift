import CommandLine
import Days

extension ManualPage {
    /// The configuration file, by the table of settings.
    package static var configuration: ManualPage {
        var page = ManualPage("runwayd.json5", section: 5, "configuration of runwayd")
        page.begin("DESCRIPTION")
        page.add(
            "The file is JSON5: JSON with comments, and names without quotes. It is read from "
                + "--config or RUNWAY_CONFIG. Files of the folder FILE.d beside it, whose names "
                + "end in .json5, are read after it in the order of their names, and replace what "
                + "they set. A flag outranks the environment, which outranks the file. After "
                + "SIGHUP all of them are read again. The settings are:")
        page.add(list: SettingTable.rows.map { ($0.key.rawValue, $0.manual) })
        page.begin("ATHLETES")
        page.add(
            "The first lanes fly the athletes of the list, lane by lane; {} stands for one who is "
                + "drawn. Each field may be left out: it is drawn then, in keeping with those that "
                + "are given. What is given beside like outranks the preset. Habits and events "
                + "need --schedule days.")
        page.add(list: AthleteField.allCases.map { ($0.rawValue, "\($0.form).") })
        page.add(list: HabitField.allCases.map { ("habits.\($0.rawValue)", "\($0.form).") })
        page.add(
            list: Finding.Kind.ordered.map { ("events.\($0.rawValue)", OrderedEvent.form(of: $0)) })
        page.add(
            "An athlete with a list of events, even an empty one, has the truth of its days told "
                + "to subscriptions with the kinds entry and truth: what is ordered, and what is "
                + "drawn.")
        page.begin("FILES")
        page.add(list: [
            ("/etc/runway/runwayd.json5", "The configuration of the service."),
            ("/etc/runway/runwayd.json5.d", "What replaces it in part."),
        ])
        page.begin("EXAMPLES")
        page.add(commands: [
            "{ sessions: 10, seed: 42, limits: { clients: 100 } }",
            "{ schedule: \"days\", athletes: [{ name: \"Ada\", like: \"marathoner\" }] }",
            "runwayd --config runwayd.json5 --check-config",
        ])
        return page
    }
}
