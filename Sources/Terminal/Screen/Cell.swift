/// One place of a screen: a character one column wide and its style.
///
/// Whatever is put into it, a cell never holds a control character or one of another width: such
/// a scalar becomes `?`. That is what keeps the columns of a screen, and strangers off the
/// terminal.
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

    /// The cell as it looks: without colours where there are none, and without what a space
    /// does not show.
    func seen(isColored: Bool) -> Cell {
        var cell = self
        if !isColored { cell.style = style.withoutColors }
        if shown == " " { cell.style = cell.style.onSpace }
        return cell
    }
}

/// How a cell stands out: two colours, nil being the terminal's own, and four ways besides colour.
///
/// It is one 16-bit number, so that comparing two screens costs next to nothing.
package struct CellStyle: Hashable, Sendable {
    package static let plain = CellStyle()

    private static let backgroundMask: UInt16 = 0x1F << 5
    private static let foregroundMask: UInt16 = 0x1F
    private static let boldMask: UInt16 = 1 << 10
    private static let dimMask: UInt16 = 1 << 11
    private static let reversedMask: UInt16 = 1 << 12
    private static let underlinedMask: UInt16 = 1 << 13

    /// Bits 0 to 4 are the foreground and 5 to 9 the background, 0 for none; then the four flags.
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
    private static let surfaceMask = backgroundMask | reversedMask | underlinedMask

    /// The same without colours; what is no colour stays.
    var withoutColors: CellStyle { keeping(~(Self.foregroundMask | Self.backgroundMask)) }

    /// What is left of the style where nothing is written: unless a line or the exchange of the
    /// colours makes the rest visible, the background.
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
