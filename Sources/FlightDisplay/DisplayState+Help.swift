import Terminal

extension DisplayState {
    /// Takes a key while the help is shown: it scrolls, or is closed.
    ///
    /// - Parameter monotonic: when the key came, microseconds of the monotonic clock.
    mutating func takeInHelp(_ key: Key, at monotonic: Int64) {
        let page = HelpView.pageRows(rows: size.rows)
        switch key {
        case .down, .character("j"): scrollHelp(by: 1, at: monotonic)
        case .up, .character("k"): scrollHelp(by: -1, at: monotonic)
        case .pageDown, .character(" "): scrollHelp(by: page, at: monotonic)
        case .pageUp, .character("b"): scrollHelp(by: -page, at: monotonic)
        case .home, .character("g"): helpTop = 0
        case .end, .character("G"): scrollHelp(by: Int(Int32.max), at: monotonic)
        case _: closeHelp()
        }
    }

    private mutating func scrollHelp(by lines: Int, at monotonic: Int64) {
        let most = HelpView.topMax(
            Frame(self, at: monotonic), columns: size.columns, rows: size.rows)
        helpTop = max(0, min(helpTop + lines, most))
    }

    private mutating func closeHelp() {
        preferences.showsHelp = false
        helpTop = 0
    }
}
