/// The shortest sequence (SGR, select graphic rendition) that turns one style into another.
///
/// There are two ways, and which is shorter depends: to reset and set everything, or to change only
/// what differs.
struct StyleChange {
    private var codes: [8 of UInt8] = .init(repeating: 0)
    private var count = 0
    /// The length of the whole sequence, 0 when the styles are equal.
    private(set) var byteCount = 0

    init(from old: CellStyle, to new: CellStyle) {
        guard old != new else { return }
        changeDifferences(from: old, to: new)
        let reset = StyleChange(resettingTo: new)
        if reset.byteCount < byteCount { self = reset }
    }

    /// The reset is the empty parameter in front, which counts as 0.
    private init(resettingTo new: CellStyle) {
        add(0)
        changeDifferences(from: .plain, to: new)
    }

    /// One code ends both bold and dim, so that the one to keep is set again.
    private mutating func changeDifferences(from old: CellStyle, to new: CellStyle) {
        let endsIntensity = old.isBold && !new.isBold || old.isDim && !new.isDim
        if endsIntensity { add(22) }
        if new.isBold, endsIntensity || !old.isBold { add(1) }
        if new.isDim, endsIntensity || !old.isDim { add(2) }
        if old.isUnderlined != new.isUnderlined { add(new.isUnderlined ? 4 : 24) }
        if old.isReversed != new.isReversed { add(new.isReversed ? 7 : 27) }
        if old.foreground != new.foreground { add(new.foreground?.foregroundCode ?? 39) }
        if old.background != new.background { add(new.background?.backgroundCode ?? 49) }
    }

    private mutating func add(_ code: UInt8) {
        byteCount += (count == 0 ? 3 : 1) + (code == 0 ? 0 : Int(code).digitCount)
        codes[count] = code
        count += 1
    }

    func append(to bytes: inout [UInt8]) {
        guard count > 0 else { return }
        bytes.appendControl()
        for index in 0..<count {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            if codes[index] > 0 { bytes.append(decimal: Int(codes[index])) }
        }
        bytes.append(UInt8(ascii: "m"))
    }
}
