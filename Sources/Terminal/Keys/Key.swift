/// A key as a terminal reports it, or what the mouse did.
package enum Key: Hashable, Sendable {
    case character(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, delete
    /// A letter in lower case, or one of `@`, `\`, `]`, `^`, `_`.
    case control(Character)
    /// No key, but the mouse: it comes the same way and in the same order.
    case mouse(MouseEvent)
    /// A key that has no name here, or bytes that make none.
    case unknown
}

extension Key {
    /// The key of a byte below 0x20 or of 0x7F, other than escape.
    init(control byte: UInt8) {
        switch byte {
        case 0x08, 0x7F: self = .backspace
        case 0x09: self = .tab
        case 0x0A, 0x0D: self = .enter
        case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte | 0x60)))
        case _: self = .control(Character(Unicode.Scalar(byte | 0x40)))
        }
    }
}

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
