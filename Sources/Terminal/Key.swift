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
