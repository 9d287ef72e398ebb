/// What a mouse did, and over which cell.
package struct MouseEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// The left button went down.
        case press
        case wheelUp, wheelDown
    }

    package let action: Action
    /// From 0, at most ``placeMax``; it may lie beyond the screen.
    package let row: Int
    /// From 0, at most ``placeMax``; it may lie beyond the screen.
    package let column: Int

    /// More than any screen has; what a terminal says beyond is brought to it.
    package static let placeMax = 9998

    package init(_ action: Action, row: Int, column: Int) {
        self.action = action
        self.row = row
        self.column = column
    }

    /// Of a report in the way of xterm's mode 1006, `ESC [ < button ; column ; row M`.
    ///
    /// Keys held with the mouse change nothing. Nil for what is passed over: other buttons, the
    /// mouse being moved, places that do not exist.
    ///
    /// - Parameters:
    ///   - button: as reported, with what was held in bits 2 to 4, a move in bit 5, the wheel in 6.
    ///   - column: as reported, from 1.
    ///   - row: as reported, from 1.
    init?(button: Int, column: Int, row: Int) {
        guard column >= 1, row >= 1 else { return nil }
        let heldKeys = 0x1C
        switch button & ~heldKeys {
        case 0: action = .press
        case 64: action = .wheelUp
        case 65: action = .wheelDown
        case _: return nil
        }
        self.row = min(row - 1, Self.placeMax)
        self.column = min(column - 1, Self.placeMax)
    }
}
