import Terminal
import Vocabulary

extension DisplayState {
    /// What a key asks of who owns the terminal.
    package enum Wish: Equatable, Sendable {
        case nothing, quit, redraw
    }

    /// Takes a key.
    ///
    /// - Parameter monotonic: when it came, microseconds of the monotonic clock.
    package mutating func take(_ key: Key, at monotonic: Int64) -> Wish {
        if preferences.showsHelp, key != .control("c") {
            takeInHelp(key, at: monotonic)
            return .nothing
        }
        notice = nil
        switch key {
        case .character(let character): return take(character, at: monotonic)
        case .control("c"): return .quit
        case .control("l"): return .redraw
        case .right, .tab: move(by: 1)
        case .left, .backTab: move(by: -1)
        case .down: mark(by: 1)
        case .up: mark(by: -1)
        case .pageDown: mark(by: 10)
        case .pageUp: mark(by: -10)
        case .home: mark(by: -Self.pageLanes)
        case .end: mark(by: Self.pageLanes)
        case .enter: open()
        case .escape: if preferences.view == .fleet { open() }
        case .backspace, .delete, .control, .unknown: break
        }
        return .nothing
    }

    private mutating func take(_ character: Character, at monotonic: Int64) -> Wish {
        switch character {
        case "q", "Q": return .quit
        case "?", "h": preferences.showsHelp = true
        case "n": move(by: 1)
        case "p": move(by: -1)
        case "j": mark(by: 1)
        case "k": mark(by: -1)
        case "t": toggleView(monotonic)
        case " ": togglePause(monotonic)
        case "w": changeWindow()
        case "s": changeSmoothing()
        case "u": preferences.units = preferences.units.next
        case "y": preferences.symbols = preferences.symbols.next
        case "g": changeGraphSpan()
        case "l": preferences.flipsLog.toggle()
        case "o": changeOrder(monotonic)
        case "r": reverse(monotonic)
        case _: break
        }
        return .nothing
    }

    /// To the next or previous session, around the end of the fleet.
    private mutating func move(by steps: Int) {
        guard preferences.view == .flight else { return mark(by: steps) }
        guard let count = fleet?.sessions, count > 0, let lane else { return }
        fly(shard.lane(at: (shard.ordinal(from: lane) + steps + count) % count))
    }

    private mutating func fly(_ lane: Int) {
        setMark(lane)
        guard lane != self.lane else { return }
        self.lane = lane
        link.isCaughtUp = false
        frozen = nil
        beginAnew(.present, .past)
    }

    private mutating func mark(by steps: Int) {
        guard preferences.view == .fleet else { return }
        let table = shownPicture.table
        let marked = table.lane(after: picture.marked, by: steps)
        if marked == picture.marked, let marked { return turnPage(from: marked, by: steps) }
        setMark(marked)
    }

    private mutating func setMark(_ marked: Int?) {
        picture.marked = marked
        frozen?.picture.marked = marked
    }

    /// At an end of the table, on to the lanes that it does not show.
    private mutating func turnPage(from marked: Int, by steps: Int) {
        let page = tableOrdinals
        let next = steps > 0 ? page.upperBound : page.lowerBound - 1
        guard (0..<(fleet?.sessions ?? 0)).contains(next) else { return }
        lane = shard.lane(at: next)
        showTable()
    }

    private mutating func showTable() {
        frozen = nil
        link.isCaughtUp = false
        picture.table = FleetTable()
        picture.marked = lane
        beginAnew(.fleet, .trail)
    }

    /// Shows the marked session in full.
    private mutating func open() {
        guard preferences.view == .fleet else { return }
        preferences.view = .flight
        frozen = nil
        link.isCaughtUp = false
        beginAnew(.present, .past)
        if let marked = picture.marked { fly(marked) }
    }

    private mutating func toggleView(_ monotonic: Int64) {
        guard preferences.view == .flight else { return open() }
        preferences.view = .fleet
        showTable()
    }

    private mutating func togglePause(_ monotonic: Int64) {
        frozen = frozen == nil ? Frozen(picture: picture, at: shownInstant(monotonic)) : nil
    }

    private mutating func changeWindow() {
        preferences.window = Preferences.next(preferences.window, in: Preferences.windows)
        notice = "window \(preferences.window)"
        beginAnew(.present)
    }

    private mutating func changeSmoothing() {
        preferences.smoothing = Preferences.next(preferences.smoothing, in: Preferences.smoothings)
        notice = "smoothing \(preferences.smoothing)"
        beginAnew(.present)
    }

    private mutating func changeGraphSpan() {
        preferences.graphMinutes = Preferences.next(
            preferences.graphMinutes, in: Preferences.graphSpans)
    }

    private mutating func changeOrder(_ monotonic: Int64) {
        guard preferences.view == .fleet else { return }
        preferences.order = preferences.order.next
        sort(monotonic)
    }

    private mutating func reverse(_ monotonic: Int64) {
        guard preferences.view == .fleet else { return }
        preferences.isReversed.toggle()
        sort(monotonic)
    }
}
