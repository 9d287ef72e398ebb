import Vocabulary

/// Parses one line of a fault script, word by word:
/// `<fault> [<duration>] [at <time>] [then reacquire] [in <share> of sessions] [on <lanes>]`.
struct FaultScriptLine {
    private let words: [FaultScriptWord]
    private var nextIndex = 0
    private let number: Int
    private let script: String
    /// The column after the last character.
    private let end: Int

    /// The clauses that may follow the fault, in any order, each at most once.
    private enum Clause: Hashable {
        case duration, time, reacquisition, share, lanes

        init?(_ word: FaultScriptWord) {
            switch word.key {
            case "at": self = .time
            case "then": self = .reacquisition
            case "in": self = .share
            case "on": self = .lanes
            case _ where word.beginsNumber: self = .duration
            case _: return nil
            }
        }
    }

    /// - Parameters:
    ///   - bytes: without the line feed.
    ///   - script: the script's name in errors.
    /// - Throws: if the line is not UTF-8 text.
    init(
        _ bytes: ArraySlice<UInt8>, number: Int, script: String
    ) throws(FaultScriptError) {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            let shown = String(decoding: bytes, as: UTF8.self)
            let column = shown.prefix { $0 != "\u{FFFD}" && $0 != "\0" }.count + 1
            throw FaultScriptError(name: script, line: number, column: column, problem: .notText)
        }
        words = FaultScriptWord.words(of: text)
        end = words.last.map { $0.column + $0.text.count } ?? 1
        self.number = number
        self.script = script
    }

    /// Whether the line has nothing but white space or a comment.
    var isEmpty: Bool { words.isEmpty }

    /// Parses the line, which must not be empty.
    mutating func entry() throws(FaultScriptError) -> FaultScriptEntry {
        var entry = FaultScriptEntry(try fault())
        var seen: Set<Clause> = []
        while let word = next {
            guard let clause = Clause(word) else { throw error(.unknownWord(word.text)) }
            guard seen.insert(clause).inserted else {
                throw error(.repeated(clause == .duration ? "duration" : word.key))
            }
            try read(clause, into: &entry)
        }
        return entry.cutToSession
    }

    private mutating func fault() throws(FaultScriptError) -> ScriptedFault {
        let name = words.prefix { Clause($0) == nil }.map(\.key)
        let fault = ScriptedFault.allCases.first { fault in
            name.starts(with: fault.rawValue.split(separator: " ").map(String.init))
        }
        guard let fault else {
            let text = words.prefix(max(1, name.count)).map(\.text).joined(separator: " ")
            throw error(.unknownFault(text))
        }
        nextIndex = fault.rawValue.split(separator: " ").count
        return fault
    }

    private mutating func read(
        _ clause: Clause, into entry: inout FaultScriptEntry
    ) throws(FaultScriptError) {
        switch clause {
        case .duration:
            guard entry.fault.takesDuration else { throw error(.endless(entry.fault)) }
            entry.duration = try duration()
        case .time:
            nextIndex += 1
            entry.start = try time()
        case .reacquisition:
            guard entry.fault == .gpsLost else { throw error(.notReacquired(entry.fault)) }
            nextIndex += 1
            try skip("reacquire")
            entry.reacquires = true
        case .share:
            nextIndex += 1
            entry.share = try share()
        case .lanes:
            repeat {
                nextIndex += 1
                entry.lanes = (entry.lanes ?? []).union([try lane()])
            } while next?.text == ","
        }
    }
}

extension FaultScriptLine {
    private mutating func duration() throws(FaultScriptError) -> FleetDuration {
        let start = nextIndex
        let number = next?.text ?? ""
        nextIndex += 1
        var duration = Self.clock(number)
        if duration == nil, let unit = next, Clause(unit) == nil {
            nextIndex += 1
            duration = Self.units[unit.key].flatMap { FleetDuration(parsing: number + $0) }
        }
        guard let duration, duration > .zero, duration <= FleetDuration.lap else {
            let text = words[start..<nextIndex].map(\.text).joined(separator: " ")
            throw error(.notDuration(text), at: start)
        }
        return duration
    }

    /// The units of a script, and their names in the text of a ``FleetDuration``.
    private static let units = ["s": "s", "min": "m"]

    private mutating func time() throws(FaultScriptError) -> FleetDuration {
        let text = next?.text ?? ""
        guard let time = Self.clock(text) else { throw error(.notTime(text)) }
        guard time < FleetDuration.lap else { throw error(.timeOutside(text)) }
        nextIndex += 1
        return time
    }

    /// `m:ss` or `h:mm:ss`.
    private static func clock(_ text: String) -> FleetDuration? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let areDigits = parts.joined().allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        let numbers = parts.compactMap { Int64(String($0) ?? "") }
        guard (2...3).contains(parts.count), areDigits, numbers.count == parts.count,
            parts[0].count <= 4,
            zip(parts, numbers).dropFirst().allSatisfy({ $0.count == 2 && $1 < 60 })
        else { return nil }
        return .seconds(numbers.reduce(0) { $0 * 60 + $1 })
    }

    private mutating func share() throws(FaultScriptError) -> Decimal64 {
        let start = nextIndex
        let number = Decimal64(parsing: next?.text ?? "")
        nextIndex += 1
        let isPercent = next?.text == "%"
        if isPercent { nextIndex += 1 }
        guard let number, let share = Self.share(number, isPercent: isPercent) else {
            let text = words[min(start, words.count)..<min(nextIndex, words.count)].map(\.text)
            throw error(.notShare(text.joined(separator: " ")), at: start)
        }
        try skip("of")
        try skip("sessions")
        return share
    }

    /// Nil unless above 0 and at most 1, with at most nine decimals.
    private static func share(_ number: Decimal64, isPercent: Bool) -> Decimal64? {
        let decimals = number.decimals + (isPercent ? 2 : 0)
        guard decimals <= 9, (1...Decimal64.powerOfTen(decimals)).contains(number.units) else {
            return nil
        }
        return Decimal64(units: number.units, decimals: decimals).shortened
    }

    private mutating func lane() throws(FaultScriptError) -> LaneID {
        let text = next?.text ?? ""
        let digits = text.dropFirst()
        guard next?.key.first == "s", digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let lane = Int(digits).flatMap(LaneID.init(exactly:))
        else { throw error(.notLane(text)) }
        nextIndex += 1
        return lane
    }

    private var next: FaultScriptWord? { nextIndex < words.count ? words[nextIndex] : nil }

    private mutating func skip(_ expected: String) throws(FaultScriptError) {
        guard next?.key == expected else {
            throw error(.unexpected(next?.text ?? "", expected: expected))
        }
        nextIndex += 1
    }

    /// An error at the word with an index, or at the next one.
    func error(_ problem: FaultScriptError.Problem, at index: Int? = nil) -> FaultScriptError {
        let index = index ?? nextIndex
        return FaultScriptError(
            name: script, line: number, column: index < words.count ? words[index].column : end,
            problem: problem)
    }
}

/// A word of a fault script's line: a run of text without white space, a comma, or the unit behind
/// a number.
private struct FaultScriptWord: Hashable {
    private(set) var text: String
    /// The column of its first character, counted from 1.
    let column: Int

    /// The text in the form in which the grammar's words are compared.
    var key: String { text.lowercased() }

    var beginsNumber: Bool { text.first.map(Self.isDigit) ?? false }

    /// The words before a comment.
    static func words(of line: String) -> [FaultScriptWord] {
        var words: [FaultScriptWord] = []
        var previous: Character = " "
        for (offset, character) in line.enumerated() {
            if character == "#", previous.isWhitespace { break }
            defer { previous = character }
            guard !character.isWhitespace else { continue }
            if words.last?.ends(after: previous, before: character) ?? true {
                words.append(FaultScriptWord(text: "", column: offset + 1))
            }
            words[words.count - 1].text.append(character)
        }
        return words
    }

    /// Commas stand alone; in `40s` and `30%` a number ends where its unit begins.
    private func ends(after previous: Character, before next: Character) -> Bool {
        if previous.isWhitespace || previous == "," || next == "," { return true }
        return beginsNumber && Self.isPartOfNumber(previous) && !Self.isPartOfNumber(next)
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    private static func isPartOfNumber(_ character: Character) -> Bool {
        isDigit(character) || character == "." || character == ":"
    }
}
