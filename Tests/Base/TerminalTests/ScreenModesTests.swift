import Terminal
import Testing

@Suite struct ScreenModesTests {
    private typealias Cursor = TerminalEmulator.Cursor

    /// A terminal with a prompt, and the cursor behind it.
    private var shell: TerminalEmulator {
        var screen = Screen(columns: 20, rows: 5)
        screen.put("$ runway live", row: 2, column: 0)
        return TerminalEmulator(showing: screen, cursor: Cursor(row: 2, column: 13))
    }

    private func expectAsBefore(_ terminal: TerminalEmulator, _ place: String) {
        #expect(terminal.faults == [], "\(place)")
        #expect(terminal.screen == shell.screen, "\(place)")
        #expect(terminal.cursor == shell.cursor, "\(place)")
        #expect(terminal.modes == shell.modes, "\(place)")
        #expect(terminal.pen == .plain, "\(place)")
    }

    @Test func `entering hides the cursor, keeps the last column and marks pasted text`() {
        var terminal = shell
        terminal.take(ScreenEncoder.enter)
        #expect(terminal.modes == [.alternate, .bracketedPaste])
        #expect(terminal.screen == Screen(columns: 20, rows: 5))
        #expect(terminal.faults == [])
    }

    @Test func `the mouse is reported from when it is turned on until it is turned off`() {
        var terminal = shell
        terminal.take(ScreenEncoder.enter + ScreenEncoder.mouseOn)
        #expect(
            terminal.modes == [.alternate, .bracketedPaste, .mouseButtons, .mouseNumbers])
        terminal.take(ScreenEncoder.mouseOff)
        #expect(terminal.modes == [.alternate, .bracketedPaste])
        #expect(terminal.faults == [])
    }

    @Test func `leaving brings everything back, however much of entering was sent`() {
        let entering = ScreenEncoder.enter + ScreenEncoder.mouseOn
        for count in 0...entering.count {
            var terminal = shell
            terminal.take(entering.prefix(count))
            terminal.take(ScreenEncoder.leave)
            expectAsBefore(terminal, "\(count) bytes")
        }
    }

    @Test func `leaving brings everything back, however much of a frame was sent`() {
        var screen = Screen(columns: 20, rows: 5)
        screen.put("⣿ é", row: 4, column: 16, CellStyle(background: .red, isUnderlined: true))
        var frame: [UInt8] = []
        ScreenEncoder(isColored: true).encode(from: nil, to: screen, into: &frame)
        for count in 0...frame.count {
            var terminal = shell
            terminal.take(ScreenEncoder.enter)
            terminal.take(frame.prefix(count))
            terminal.take(ScreenEncoder.leave)
            expectAsBefore(terminal, "\(count) bytes")
        }
    }

    @Test func `leaving twice is leaving once`() {
        var terminal = shell
        terminal.take(ScreenEncoder.enter + ScreenEncoder.mouseOn)
        terminal.take(ScreenEncoder.leave + ScreenEncoder.leave)
        expectAsBefore(terminal, "twice")
    }
}
