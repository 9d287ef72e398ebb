/// A key that a terminal reports, or a mouse event.
package enum Key: Hashable, Sendable {
    case character(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, delete
    /// Ctrl with a lower-case letter, or with one of `@`, `\`, `]`, `^`, `_`.
    case control(Character)
    /// A mouse event. It comes in the same stream as keys, so their order is kept.
    case mouse(MouseEvent)
    /// A key without a case here, or bytes that no key sends.
    case unknown
}

extension Key {
    /// The key that sends a control byte: below 0x20 or 0x7F, but not ESC.
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

/// A mouse event and the cell under the pointer.
package struct MouseEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// The left button was pressed.
        case press
        case wheelUp, wheelDown
    }

    package let action: Action
    /// 0...``placeMax``; may lie beyond the screen.
    package let row: Int
    /// 0...``placeMax``; may lie beyond the screen.
    package let column: Int

    /// Larger than any screen; larger coordinates are clamped to it.
    package static let placeMax = 9998

    package init(_ action: Action, row: Int, column: Int) {
        self.action = action
        self.row = row
        self.column = column
    }

    /// Decodes a report of xterm's mouse mode 1006, `ESC [ < button ; column ; row M`.
    ///
    /// Modifier keys are ignored. Nil for reports that are ignored: other buttons, moves,
    /// coordinates below 1.
    ///
    /// - Parameters:
    ///   - button: as reported: modifiers in bits 2 to 4, a move in bit 5, the wheel in bit 6.
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
