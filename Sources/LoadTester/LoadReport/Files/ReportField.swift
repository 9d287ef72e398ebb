import Vocabulary

/// A field of a report's object: how it is written from a value, and how it is read into one.
struct ReportField<Whole: Sendable>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Whole, Value> & Sendable

    let write: @Sendable (Whole, inout JSONText) -> Void
    let read: @Sendable (inout Whole, ReportReader) throws(MergeFault) -> Void
}

/// A value that reports have as an object: one table serves writing and reading.
protocol ReportObject: Sendable {
    /// In the order in which the fields are written.
    static var table: [ReportField<Self>] { get }

    init()
}

extension ReportObject {
    /// - Throws: the first fault of a field.
    init(_ reader: ReportReader) throws(MergeFault) {
        self.init()
        for field in Self.table { try field.read(&self, reader) }
    }

    func write(to json: inout JSONText) {
        for field in Self.table { field.write(self, &json) }
    }
}

extension ReportField {
    init<Value>(
        _ path: Path<Value>, write: @escaping @Sendable (Value, inout JSONText) -> Void,
        read: @escaping @Sendable (ReportReader) throws(MergeFault) -> Value
    ) {
        self.init { whole, json in
            write(whole[keyPath: path], &json)
        } read: { whole, reader throws(MergeFault) in
            whole[keyPath: path] = try read(reader)
        }
    }

    /// A field that is left out for nil.
    private init<Value>(
        _ name: String, unlessNil path: Path<Value?>,
        write: @escaping @Sendable (Value, inout JSONText) -> Void,
        read: @escaping @Sendable (ReportReader) throws(MergeFault) -> Value
    ) {
        self.init(path) { value, json in
            if let value { write(value, &json) }
        } read: { reader throws(MergeFault) in
            try reader.has(name) ? read(reader) : nil
        }
    }

    /// A field that follows from others: it is written, and not read.
    static func derived(_ write: @escaping @Sendable (Whole, inout JSONText) -> Void) -> Self {
        Self(write: write) { _, _ in }
    }

    /// A text; left out if it is empty.
    static func known(_ name: String, _ path: Path<String>) -> Self {
        Self(path, write: { $1.known(name, $0) }) { reader throws(MergeFault) in
            try reader.known(name)
        }
    }

    /// A count; left out if it is 0, which stands for an unknown one.
    static func known(_ name: String, _ path: Path<Int>) -> Self {
        Self(path, write: { if $0 > 0 { $1.integer(name, $0) } }) { reader throws(MergeFault) in
            try reader.has(name) ? reader.count(name) : 0
        }
    }

    /// A whole number; a count of at most 2^53 unless a range is given.
    static func count<Number: FixedWidthInteger & Sendable>(
        _ name: String, _ path: Path<Number>,
        in range: ClosedRange<Int64> = 0...Int64(LoadMerge.countMax)
    ) -> Self {
        Self(path, write: { $1.integer(name, $0) }) { reader throws(MergeFault) in
            Number(try reader.integer(name, in: range))
        }
    }

    /// A latency, microseconds.
    static func latency(_ name: String, _ path: Path<Int64?>) -> Self {
        Self(name, unlessNil: path, write: { $1.integer(name, $0) }) { reader throws(MergeFault) in
            Int64(try reader.count(name))
        }
    }

    static func number(
        _ name: String, _ path: Path<Double>, in range: ClosedRange<Double>
    ) -> Self {
        Self(path, write: { $1.number(name, $0) }) { reader throws(MergeFault) in
            try reader.number(name, in: range)
        }
    }

    static func number(
        _ name: String, _ path: Path<Double?>, in range: ClosedRange<Double>
    ) -> Self {
        Self(name, unlessNil: path, write: { $1.number(name, $0) }) { reader throws(MergeFault) in
            try reader.number(name, in: range)
        }
    }

    static func flag(_ name: String, _ path: Path<Bool>) -> Self {
        Self(path, write: { $1.flag(name, $0) }) { reader throws(MergeFault) in
            try reader.flag(name)
        }
    }
}

extension ReportField {
    static func object<Value: ReportObject>(_ name: String, _ path: Path<Value>) -> Self {
        Self(path) { value, json in
            json.object(name) { value.write(to: &$0) }
        } read: { reader throws(MergeFault) in
            try Value(reader.object(name))
        }
    }

    static func object<Value: ReportObject>(_ name: String, _ path: Path<Value?>) -> Self {
        Self(name, unlessNil: path) { value, json in
            json.object(name) { value.write(to: &$0) }
        } read: { reader throws(MergeFault) in
            try Value(reader.object(name))
        }
    }

    /// The fields of a value that has no object of its own.
    static func fields<Value: ReportObject>(of path: Path<Value>) -> Self {
        Self(path, write: { $0.write(to: &$1) }) { reader throws(MergeFault) in try Value(reader) }
    }

    /// What a tester draws from, as a text: many readers keep only 53 bits of a number.
    static func dice(_ path: Path<UInt64?>) -> Self {
        Self("dice", unlessNil: path, write: { $1.text("dice", "\($0)") }) {
            reader throws(MergeFault) in
            try reader.value("dice", "a whole number as a text") { UInt64($0) }
        }
    }

    static func share(_ path: Path<LoadShare?>) -> Self {
        Self("part", unlessNil: path, write: { $1.text("part", $0.text) }) {
            reader throws(MergeFault) in
            try reader.value("part", "a part such as 0/8") { LoadShare(parsing: $0) }
        }
    }

    /// From when to when a run has measured; both fields or none.
    static func span(_ path: Path<LoadSpan?>) -> Self {
        Self(path) { span, json in
            guard let span else { return }
            json.text("from", "\(CalendarTime(microseconds: span.from))")
            json.text("to", "\(CalendarTime(microseconds: span.to))")
        } read: { reader throws(MergeFault) in
            guard reader.has("from") || reader.has("to") else { return nil }
            let (from, to) = (try reader.instant("from"), try reader.instant("to"))
            guard to >= from else { throw reader.fault("to", "no earlier than from") }
            return LoadSpan(from: from, to: to)
        }
    }
}
