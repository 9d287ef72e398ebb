/// One position of a screen: a character one column wide, and its style.
///
/// A cell never holds a control character or a character of another width: such a scalar becomes
/// `?`. This keeps columns aligned and escape sequences from outside off the terminal.
package struct Cell: Hashable, Sendable {
    package static let blank = Cell(scalar: " ", style: .plain)

    private var shown: Unicode.Scalar
    package var style: CellStyle

    package init(scalar: Unicode.Scalar, style: CellStyle = .plain) {
        shown = scalar.shown ?? "?"
        self.style = style
    }

    package var scalar: Unicode.Scalar {
        get { shown }
        set { shown = newValue.shown ?? "?" }
    }

    /// The cell as it looks: without colours on a terminal that shows none, and for a space without
    /// the attributes that a space does not show.
    func seen(isColored: Bool) -> Cell {
        var cell = self
        if !isColored { cell.style = style.withoutColors }
        if shown == " " { cell.style = cell.style.onSpace }
        return cell
    }
}

/// The style of a cell: two colours (nil is the terminal's default) and four flags.
///
/// It is stored in 16 bits, because the encoder compares every cell of two screens.
package struct CellStyle: Hashable, Sendable {
    package static let plain = CellStyle()

    private static let backgroundMask: UInt16 = 0x1F << 5
    private static let foregroundMask: UInt16 = 0x1F
    private static let boldMask: UInt16 = 1 << 10
    private static let dimMask: UInt16 = 1 << 11
    private static let reversedMask: UInt16 = 1 << 12
    private static let underlinedMask: UInt16 = 1 << 13

    /// Bits 0 to 4 are the foreground plus 1, bits 5 to 9 the background plus 1, 0 meaning none;
    /// then come the four flags.
    private var bits: UInt16 = 0

    package init(
        foreground: Color? = nil, background: Color? = nil, isBold: Bool = false,
        isDim: Bool = false, isReversed: Bool = false, isUnderlined: Bool = false
    ) {
        self.foreground = foreground
        self.background = background
        self.isBold = isBold
        self.isDim = isDim
        self.isReversed = isReversed
        self.isUnderlined = isUnderlined
    }

    package var foreground: Color? {
        get { Self.color(bits & Self.foregroundMask) }
        set { bits = bits & ~Self.foregroundMask | Self.number(newValue) }
    }

    package var background: Color? {
        get { Self.color((bits & Self.backgroundMask) >> 5) }
        set { bits = bits & ~Self.backgroundMask | Self.number(newValue) << 5 }
    }

    package var isBold: Bool {
        get { bits & Self.boldMask != 0 }
        set { set(Self.boldMask, newValue) }
    }

    package var isDim: Bool {
        get { bits & Self.dimMask != 0 }
        set { set(Self.dimMask, newValue) }
    }

    package var isReversed: Bool {
        get { bits & Self.reversedMask != 0 }
        set { set(Self.reversedMask, newValue) }
    }

    package var isUnderlined: Bool {
        get { bits & Self.underlinedMask != 0 }
        set { set(Self.underlinedMask, newValue) }
    }

    private static func color(_ number: UInt16) -> Color? {
        number == 0 ? nil : Color(rawValue: UInt8(number - 1))
    }

    private static func number(_ color: Color?) -> UInt16 {
        color.map { UInt16($0.rawValue) + 1 } ?? 0
    }

    private mutating func set(_ mask: UInt16, _ isOn: Bool) {
        bits = isOn ? bits | mask : bits & ~mask
    }
}

extension CellStyle {
    /// The style without colours; the flags are kept.
    var withoutColors: CellStyle { keeping(~(Self.foregroundMask | Self.backgroundMask)) }

    /// The part of the style that a space shows: the background, or everything if the cell is
    /// underlined or reversed.
    fileprivate var onSpace: CellStyle {
        isReversed || isUnderlined ? self : keeping(Self.backgroundMask)
    }

    /// Whether a space looks the same in both styles.
    func hasSurface(of other: CellStyle) -> Bool {
        onSpace == other.onSpace
    }

    private func keeping(_ mask: UInt16) -> CellStyle {
        var style = self
        style.bits &= mask
        return style
    }
}

/// One of the sixteen standard colours; the terminal decides how they look.
package enum Color: UInt8, CaseIterable, Hashable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow
    case brightBlue, brightMagenta, brightCyan, brightWhite

    /// The SGR parameter for the foreground: 30 to 37 (ECMA-48), 90 to 97 (aixterm) for bright
    /// colours.
    var foregroundCode: UInt8 { rawValue < 8 ? 30 + rawValue : 82 + rawValue }

    /// The SGR parameter for the background.
    var backgroundCode: UInt8 { foregroundCode + 10 }
}
