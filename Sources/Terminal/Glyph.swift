/// Characters that are parts of pictures.
enum Glyph {
    /// A block that fills so many eighths of a cell from below; nil for none, full from 8 on.
    static func block(eighthsFromBelow count: Int) -> Unicode.Scalar? {
        count < 1 ? nil : Unicode.Scalar(0x2580 + UInt32(min(count, 8)))
    }

    /// A block that fills so many eighths of a cell from the left; nil for none, full from 8 on.
    static func block(eighthsFromLeft count: Int) -> Unicode.Scalar? {
        count < 1 ? nil : Unicode.Scalar(0x2590 - UInt32(min(count, 8)))
    }

    /// The dots of two strokes side by side, as far as they are in the four levels from `lowest`
    /// on; nil if none is.
    static func braille(
        _ left: ClosedRange<Int>?, _ right: ClosedRange<Int>?, lowest: Int
    ) -> Unicode.Scalar? {
        var dots: UInt32 = 0
        for index in 0..<4 {
            if left?.contains(lowest + index) == true { dots |= leftDots[index] }
            if right?.contains(lowest + index) == true { dots |= rightDots[index] }
        }
        return dots == 0 ? nil : Unicode.Scalar(0x2800 + dots)
    }

    /// The bits of the dots from below, as the block of Unicode numbers them.
    private static let leftDots: [4 of UInt32] = [0x40, 0x04, 0x02, 0x01]
    private static let rightDots: [4 of UInt32] = [0x80, 0x20, 0x10, 0x08]

    /// A mark for a value in the two levels from `lowest` on, or the stroke that leads to it.
    static func mark(
        _ level: Int?, _ stroke: ClosedRange<Int>?, lowest: Int
    ) -> Unicode.Scalar? {
        guard let level, let stroke else { return nil }
        if level == lowest + 1 { return "*" }
        if level == lowest { return "." }
        return stroke.overlaps(lowest...lowest + 1) ? "|" : nil
    }
}

extension Symbols {
    /// How many values stand side by side in a cell.
    var valuesPerCell: Int { self == .braille ? 2 : 1 }

    /// How many levels a cell of a graph has.
    var levelsPerCell: Int {
        switch self {
        case .braille: 4
        case .block: 8
        case .ascii: 2
        }
    }
}
