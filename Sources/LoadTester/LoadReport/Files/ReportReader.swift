import JSON
import Vocabulary

/// Reads fields of a report's object; a fault names the field that is missing or wrong.
struct ReportReader {
    let file: String
    /// From the top, such as `latency.total.`; empty at the top.
    private let path: String
    private let fields: [String: PlacedJSON]

    /// The largest text; a report's command is the longest.
    private static let textMost = 1 << 16
    private static let remedy = "give files that runway load --json has written"

    /// The top of a report.
    init(_ text: [UInt8], file: String) throws(MergeFault) {
        let value: PlacedJSON
        do throws(JSONFault) {
            value = try PlacedJSON.object(in: text[...], levels: 8)
        } catch {
            let place = PlacedText(text).place(of: error.offset)
            let what = error.found == nil ? "it ends within a value" : "it is not JSON"
            throw MergeFault(
                file, "\(what), at line \(place.line), column \(place.column)",
                suggestion: Self.remedy)
        }
        self.init(value, file: file, path: "")
    }

    private init(_ value: PlacedJSON, file: String, path: String) {
        self.file = file
        self.path = path
        fields = Dictionary(value.fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The fault of a field that is missing, or that is not as expected.
    func fault(_ name: String, _ expected: String) -> MergeFault {
        let what = fields[name] == nil ? "has no" : "has a wrong"
        return MergeFault(
            file, "the report \(what) \(path)\(name), which should be \(expected)",
            suggestion: "\(Self.remedy), by the version that merges them")
    }

    func has(_ name: String) -> Bool { fields[name] != nil }

    var names: [String] { fields.keys.sorted() }

    func object(_ name: String) throws(MergeFault) -> ReportReader {
        guard let value = fields[name], case .object = value.content else {
            throw fault(name, "an object")
        }
        return ReportReader(value, file: file, path: "\(path)\(name).")
    }

    func objects(_ name: String, most: Int) throws(MergeFault) -> [ReportReader] {
        try items(name, most: most).enumerated().map { index, item throws(MergeFault) in
            guard case .object = item.content else { throw fault(name, "a list of objects") }
            return ReportReader(item, file: file, path: "\(path)\(name)[\(index)].")
        }
    }

    func objects<Value: ReportObject>(_ name: String, most: Int) throws(MergeFault) -> [Value] {
        try objects(name, most: most).map { object throws(MergeFault) in try Value(object) }
    }

    func texts(_ name: String, most: Int) throws(MergeFault) -> [String] {
        try items(name, most: most).map { item throws(MergeFault) in
            guard case .text(let text) = item.content, text.utf8.count <= Self.textMost else {
                throw fault(name, "a list of texts")
            }
            return text
        }
    }

    /// Rows, each a list of numbers.
    func rows(_ name: String, most: Int, columns: Int) throws(MergeFault) -> [[Int64]] {
        try items(name, most: most).map { item throws(MergeFault) in
            guard case .array(let cells) = item.content else {
                throw fault(name, "a list of rows")
            }
            let numbers = cells.compactMap(Self.integer)
            guard cells.count == columns, numbers.count == columns else {
                throw fault(name, "a list of rows of \(columns) whole numbers")
            }
            return numbers
        }
    }

    func integers(_ name: String, most: Int) throws(MergeFault) -> [Int64] {
        try items(name, most: most).map { item throws(MergeFault) in
            guard let number = Self.integer(item) else {
                throw fault(name, "a list of whole numbers")
            }
            return number
        }
    }

    private func items(_ name: String, most: Int) throws(MergeFault) -> [PlacedJSON] {
        guard let value = fields[name], case .array(let items) = value.content else {
            throw fault(name, "a list")
        }
        guard items.count <= most else { throw fault(name, "a list of at most \(most)") }
        return items
    }

    private static func integer(_ value: PlacedJSON) -> Int64? {
        guard case .number(let number) = value.content else { return nil }
        return number.integer
    }

    func integer(_ name: String, in range: ClosedRange<Int64>) throws(MergeFault) -> Int64 {
        guard let number = fields[name].flatMap(Self.integer), range.contains(number) else {
            throw fault(
                name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A count, at most 2^53.
    func count(_ name: String, most: Int = LoadMerge.countMax) throws(MergeFault) -> Int {
        Int(try integer(name, in: 0...Int64(most)))
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(MergeFault) -> Double {
        guard case .number(let number)? = fields[name]?.content, range.contains(number.double)
        else {
            throw fault(name, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number.double
    }

    func flag(_ name: String) throws(MergeFault) -> Bool {
        guard case .boolean(let flag)? = fields[name]?.content else {
            throw fault(name, "true or false")
        }
        return flag
    }

    func text(_ name: String) throws(MergeFault) -> String {
        guard case .text(let text)? = fields[name]?.content, text.utf8.count <= Self.textMost
        else { throw fault(name, "a text") }
        return text
    }

    /// A text that `parse` understands: it returns nil for any other.
    func value<Value>(
        _ name: String, _ expected: String, _ parse: (String) -> Value?
    ) throws(MergeFault) -> Value {
        guard let value = parse(try text(name)) else { throw fault(name, expected) }
        return value
    }

    /// An instant of the calendar, microseconds since 1970.
    func instant(_ name: String) throws(MergeFault) -> Int64 {
        try value(name, "a time such as 2026-11-24T06:00:00.000000Z") {
            CalendarTime(rfc3339: $0)?.microseconds
        }
    }

    /// The unique name of a run.
    var run: String {
        get throws(MergeFault) {
            try value("run", "16 hexadecimal digits") { run in
                run.count == 16 && run.allSatisfy("0123456789abcdef".contains) ? run : nil
            }
        }
    }

    /// The counts of an object whose fields are cases of a type.
    ///
    /// - Parameter kind: as a fault calls a case.
    func counts<Case: CaseIterable & RawRepresentable<String>>(
        _ name: String, ofEach kind: String
    ) throws(MergeFault) -> [(Case, Int)] {
        let object = try object(name)
        if let unknown = object.names.first(where: { Case(rawValue: $0) == nil }) {
            throw object.fault(unknown, "left out: this version knows no such \(kind)")
        }
        var counts: [(Case, Int)] = []
        for name in Case.allCases where object.has(name.rawValue) {
            counts.append((name, try object.count(name.rawValue)))
        }
        return counts
    }

    /// A text; empty for a field that is left out because it is unknown.
    func known(_ name: String) throws(MergeFault) -> String { try has(name) ? text(name) : "" }
}
