/// How a cell stands out: two colours, nil being the terminal's own, and four ways besides colour.
///
/// It is one 16-bit number, so that comparing two screens costs next to nothing.
package struct CellStyle: Hashable, Sendable {
    package static let plain = CellStyle()

    static let backgroundMask: UInt16 = 0x1F << 5
    private static let foregroundMask: UInt16 = 0x1F
    private static let boldMask: UInt16 = 1 << 10
    private static let dimMask: UInt16 = 1 << 11
    static let reversedMask: UInt16 = 1 << 12
    static let underlinedMask: UInt16 = 1 << 13

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
    var onSpace: CellStyle {
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
