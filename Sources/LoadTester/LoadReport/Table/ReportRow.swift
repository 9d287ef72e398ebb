import PlainText

/// A row of the report for terminals: a label, and items that wrap where the line ends.
struct ReportRow {
    static let labelWidth = 13
    /// Between two items.
    private static let gap = 3

    struct Item {
        let text: String
        var tone: ReportTone?

        init(_ text: String, _ tone: ReportTone? = nil) {
            self.text = text
            self.tone = tone
        }
    }

    let label: String
    let items: [Item]

    /// A row of plain items; items that are nil are left out.
    init(_ label: String, _ texts: [String?]) {
        self.init(label, items: texts.compactMap { $0.map { Item($0) } })
    }

    init(_ label: String, items: [Item]) {
        self.label = label
        self.items = items
    }

    /// The lines, none without items; an item longer than a line is broken at its spaces.
    ///
    /// - Parameter show: paints a piece; its tone is nil for an item without one.
    func lines(width: Int, show: (ReportTone?, String) -> ShownText) -> [ShownText] {
        var lines: [ShownText] = []
        var column = width
        for item in items {
            for piece in Self.pieces(of: item.text, width: width - Self.labelWidth) {
                if lines.isEmpty || column + Self.gap + piece.count > width {
                    let start = lines.isEmpty ? label : ""
                    lines.append(show(nil, start.padded(to: Self.labelWidth, .left)))
                    column = Self.labelWidth
                } else {
                    lines[lines.count - 1] += "\(String(repeating: " ", count: Self.gap))"
                    column += Self.gap
                }
                lines[lines.count - 1] += show(item.tone, piece)
                column += piece.count
            }
        }
        return lines
    }

    private static func pieces(of text: String, width: Int) -> [String] {
        guard text.count > width else { return [text] }
        var pieces: [String] = []
        for word in text.split(separator: " ") {
            if let last = pieces.last, last.count + 1 + word.count <= width {
                pieces[pieces.count - 1] = "\(last) \(word)"
            } else {
                pieces.append(String(word))
            }
        }
        return pieces
    }
}

/// What a part of a report means to its reader: decides its colour.
package enum ReportTone: Hashable, Sendable {
    case good, bad, doubtful
}

extension LoadVerdict.Standing {
    var tone: ReportTone { self == .passed ? .good : .bad }
}

extension CapacityStep.Outcome {
    var tone: ReportTone {
        switch self {
        case .held: .good
        case .failed: .bad
        case .impossible: .doubtful
        }
    }
}
