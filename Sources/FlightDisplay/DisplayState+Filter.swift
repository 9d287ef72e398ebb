import Terminal

/// The filter of the table while it is written: the table follows with every letter.
extension DisplayState {
    mutating func beginFilter() {
        guard preferences.view == .fleet else { return }
        filterBefore = pager.wanted.match
    }

    /// Takes a key as a part of the filter; false if none is being written, or the key has to do
    /// its own work nevertheless.
    mutating func takeFilter(_ key: Key) -> Bool {
        guard let before = filterBefore else { return false }
        switch key {
        case .character(let character): append(character)
        case .backspace: changeList { $0.match = String($0.match.dropLast()) }
        case .control("u"): changeList { $0.match = "" }
        case .control("w"): changeList { $0.match = Self.withoutLastWord($0.match) }
        case .enter, .tab: filterBefore = nil
        case .escape:
            filterBefore = nil
            changeList { $0.match = before }
        case _: return false
        }
        return true
    }

    private mutating func append(_ character: Character) {
        let match = pager.wanted.match + String(character)
        guard match.utf8.count <= FleetQuery.matchBytesMax else {
            return notice = "a filter has \(FleetQuery.matchBytesMax) bytes at most"
        }
        changeList { $0.match = match }
    }

    private static func withoutLastWord(_ text: String) -> String {
        let trimmed = text.reversed().drop { $0 == " " }.drop { $0 != " " }
        return String(trimmed.reversed())
    }
}
