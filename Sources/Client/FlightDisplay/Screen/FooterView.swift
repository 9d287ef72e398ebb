import Readout
import Terminal
import WireProtocol

/// A key in the last line, and its action.
package struct KeyItem {
    let key: Key
    let label: String
    let text: String
    /// The column at which the key begins.
    fileprivate var start = 0

    package init(_ key: Key, _ label: String, _ text: String) {
        (self.key, self.label, self.text) = (key, label, text)
    }

    package init(_ character: Character, _ text: String) {
        self.init(.character(character), String(character), text)
    }

    /// The keys that answer a question.
    package static let answers = [KeyItem("y", "yes"), KeyItem("n", "no")]

    fileprivate var width: Int { label.count + 1 + text.count }

    /// The keys that fit into a line from a column on, each with its own column.
    ///
    /// - Parameter items: the most useful first; a key that does not fit makes room for the next.
    fileprivate static func fitting(
        _ items: [KeyItem], from start: Int, width: Int
    ) -> [KeyItem] {
        var start = start
        return items.compactMap { item in
            guard start + item.width <= width else { return nil }
            var item = item
            item.start = start
            start += item.width + 2
            return item
        }
    }

    /// Draws, in a row, the keys that fit from a column on.
    package static func draw(
        _ items: [KeyItem], row: Int, from start: Int, on screen: inout Screen
    ) {
        for item in fitting(items, from: start, width: screen.columns) {
            let end = screen.put(item.label, row: row, column: item.start, Theme.title)
            screen.put(item.text, row: row, column: end + 1, Theme.label)
        }
    }
}

/// The line that the user types, with a cursor behind it.
package enum PromptLine {
    /// The beginning of a text that is too long is left out.
    package static func parts(
        _ label: String, _ text: String, width: Int
    ) -> [(String, CellStyle)] {
        let room = max(0, width - label.count - 1)
        return [(label, Theme.title), (String(text.suffix(room)), .plain), ("_", Theme.caution)]
    }
}

extension Screen {
    /// Draws texts one behind the other from the beginning of a row; returns the column where they
    /// end.
    @discardableResult
    package mutating func put(_ parts: [(String, CellStyle)], row: Int) -> Int {
        var column = 0
        for (text, style) in parts { column = put(text, row: row, column: column, style) }
        return column
    }

    /// Draws texts with spaces between them; those that would reach a column are left out.
    package mutating func put(fitting parts: [(String, CellStyle)], row: Int, before end: Int) {
        var column = 0
        for (text, style) in parts where column + text.count < end {
            column = put(text, row: row, column: column, style) + 2
        }
    }
}

/// Draws the last line: a question, a notice, the filter prompt, the command that waits for its
/// answer, or the keys.
enum FooterView {
    typealias Item = KeyItem

    static func draw(_ frame: Frame, on screen: inout Screen) {
        let row = screen.rows - 1
        let state = frame.state
        screen.put(lead(state, width: screen.columns), row: row)
        Item.draw(keys(state), row: row, from: keysStart(state, screen.columns), on: &screen)
    }

    /// The key that the line names at a column; nil for none.
    static func key(at column: Int, _ state: DisplayState, width: Int) -> Key? {
        Item.fitting(keys(state), from: keysStart(state, width), width: width)
            .first { ($0.start..<$0.start + $0.width).contains(column) }?.key
    }

    /// The text before the keys, or instead of them.
    private static func lead(_ state: DisplayState, width: Int) -> [(String, CellStyle)] {
        if let question = state.commands.question {
            return [(" \(question.question) ", Theme.box), (" ", .plain)]
        }
        if let text = notice(state) { return [(text, Theme.caution)] }
        guard state.list.filterBefore != nil else {
            return state.commands.waitingNotice.map { [($0, Theme.caution)] } ?? []
        }
        return PromptLine.parts("/", state.pager.wanted.match, width: width)
    }

    private static func notice(_ state: DisplayState) -> String? {
        let texts = [state.notice, state.commands.doubt].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// The column of the first key.
    private static func keysStart(_ state: DisplayState, _ width: Int) -> Int {
        let lead = lead(state, width: width).reduce(0) { $0 + $1.0.columnCount }
        return lead == 0 ? 0 : lead + 1
    }

    /// The keys, the most useful first; the key that quits comes before all others.
    private static func keys(_ state: DisplayState) -> [Item] {
        if state.commands.question != nil { return Item.answers }
        if notice(state) != nil { return [] }
        if state.list.filterBefore != nil {
            return [
                Item(.enter, "enter", "keep"), Item(.escape, "esc", "drop"),
                Item(.control("u"), "ctrl-u", "clear"),
            ]
        }
        if state.commands.waitingNotice != nil { return [] }
        return switch state.preferences.view {
        case .flight: flightKeys(state)
        case .fleet: fleetKeys(state)
        }
    }

    private static func flightKeys(_ state: DisplayState) -> [Item] {
        let preferences = state.preferences
        let hasPlaces = state.fleet?.rights.lackOfPlaces == nil
        return [
            Item("q", "quit"), Item("?", "help"), Item(.character("n"), "n/p", "session"),
            Item("t", "table"), Item("w", preferences.window), Item("s", preferences.smoothing),
            Item(.character(" "), "space", hold(state)),
            Item("l", "log"),
        ] + (hasPlaces ? [Item("r", "track")] : []) + [
            Item("g", "\(preferences.graphMinutes) min"),
            Item("u", preferences.units.distanceName), Item("P", pause(state)), Item("X", "stop"),
            Item("S", "start"), Item("y", preferences.symbols.rawValue), Item("m", "mouse"),
        ]
    }

    private static func fleetKeys(_ state: DisplayState) -> [Item] {
        [
            Item("q", "quit"), Item("?", "help"), Item(.enter, "enter", "open"),
            Item("/", "filter"), Item("o", "sort"), Item("P", pause(state)), Item("X", "stop"),
            Item("S", "start"), Item("r", "reverse"), Item(.character("]"), "[ ]", "phase"),
            Item(.character(" "), "space", hold(state)),
            Item("u", state.preferences.units.distanceName),
            Item("y", state.preferences.symbols.rawValue), Item("m", "mouse"),
        ]
    }

    private static func pause(_ state: DisplayState) -> String {
        state.subject?.state == .paused ? "resume" : "pause"
    }

    private static func hold(_ state: DisplayState) -> String {
        state.frozen == nil ? "freeze" : "go on"
    }
}
