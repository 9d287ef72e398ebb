import PlainText
import Terminal

/// The first line: whose flight it is, the time, the seed, and how the link stands.
enum HeaderView {
    static func draw(_ frame: Frame, on screen: inout Screen) {
        let link = "\(frame.marks.live) \(frame.link.text)"
        let linkStart = screen.columns - link.count
        screen.putRight(link, row: 0, endColumn: screen.columns, Theme.link(frame.link))
        var column = 0
        for (text, style) in parts(frame) where column + text.count < linkStart {
            column = screen.put(text, row: 0, column: column, style) + 2
        }
    }

    /// What the line says, the most important first: what does not fit is left out.
    private static func parts(_ frame: Frame) -> [(String, CellStyle)] {
        var parts: [(String, CellStyle)] = []
        if frame.state.frozen != nil { parts.append((" PAUSED ", Theme.box)) }
        parts += subject(frame)
        if frame.state.link.linesLost > 0 {
            parts.append(("GAPS \(frame.state.link.linesLost.counted("line"))", Theme.warning))
        }
        guard let fleet = frame.state.fleet else { return parts }
        let time = "\(NumberText.timeOfDay(frame.now)) UTC"
        parts.append((time + (fleet.speedText.isEmpty ? "" : " \(fleet.speedText)"), Theme.label))
        parts.append(("seed \(fleet.seed)", Theme.label))
        return parts
    }

    private static func subject(_ frame: Frame) -> [(String, CellStyle)] {
        switch frame.state.preferences.view {
        case .flight:
            guard let card = frame.picture.flight?.card else { return [("RUNWAY", Theme.title)] }
            return [
                (card.session, Theme.title), (card.plan, CellStyle.plain),
                (card.runner, Theme.label),
            ]
        case .fleet:
            let count = frame.state.fleet?.sessions ?? 0
            let lanes = frame.state.tableLanes
            let page =
                lanes.count < count ? ", lanes \(lanes.first ?? 0)-\(lanes.last ?? 0)" : ""
            return [
                ("FLEET", Theme.title),
                ("\(count.counted("session"))\(page)", CellStyle.plain),
            ]
        }
    }
}
