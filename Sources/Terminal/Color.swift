/// One of the sixteen colours that every terminal has; the terminal decides how they look.
package enum Color: UInt8, CaseIterable, Hashable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow
    case brightBlue, brightMagenta, brightCyan, brightWhite

    /// The parameter that colours text: ECMA-48 30 to 37, aixterm 90 to 97 for the bright ones.
    var foregroundCode: UInt8 { rawValue < 8 ? 30 + rawValue : 82 + rawValue }

    /// The parameter that colours what is behind the text.
    var backgroundCode: UInt8 { foregroundCode + 10 }
}
