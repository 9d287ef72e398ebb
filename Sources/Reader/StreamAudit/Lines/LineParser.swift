import JSON
import Vocabulary
import WireProtocol

/// The slow path for a line: parses it in full, with its fields in any order, and of every type.
struct LineParser {
    let anchors: AnchorReader

    /// Parses a line in full; the value is nil for a malformed one.
    func read(_ line: UnsafeRawBufferPointer) -> (whole: WholeLine, value: JSONValue?) {
        let levels = ProtocolLimits.jsonDepth
        guard let placed = try? PlacedJSON.object(in: Array(line)[...], levels: levels) else {
            return (.malformed, nil)
        }
        let value = JSONValue(placed)
        guard let parsed = parse(value) else { return (.malformed, nil) }
        var whole = WholeLine(line: parsed)
        if case .data(let data) = parsed, data.isInPlace {
            whole.isOnTime = Self.isOnTime(value, data)
        }
        return (whole, value)
    }

    /// Nil for a line that lacks what its type must have, or has what no line may have.
    func parse(_ line: JSONValue) -> ServerLine? {
        guard let type = line["type"]?.text, !line.holdsNull,
            line["sub"].map({ $0.text != nil }) ?? true
        else { return nil }
        if let kind = DataLine.Kind(rawValue: type) { return data(line, kind) }
        switch LineType(rawValue: type) {
        case .snapshot: return snapshot(line).map { .snapshot($0) }
        case .gap: return gap(line)
        case .live: return anchor(line).map { .live($0) }
        case .beat: return .beat(anchor(line))
        case .hello: return line["proto"]?.text.flatMap { _ in greeting(line) }
        case .ok: return isSubscription(line) ? anchor(line).map { .subscribed($0) } : .other
        case .warn: return line["code"]?.text.map { _ in .warn }
        case .error: return line["code"]?.text.map { .error($0) }
        case .bye: return line["code"]?.text.map { .bye($0, anchor(line)) }
        case _: return .other
        }
    }

    /// Whether the line's time is that of its anchor.
    private static func isOnTime(_ line: JSONValue, _ data: DataLine) -> Bool {
        let time = CalendarTime(microseconds: data.anchor.position.instant.microseconds)
        return line["t"]?.text == "\(time)"
    }

    private func data(_ line: JSONValue, _ kind: DataLine.Kind) -> ServerLine? {
        guard kind != .stat || !line.fields.values.contains(.object([:])),
            let session = session(line), let n = line["n"]?.integer, n > 0,
            line["t"]?.text != nil, let anchor = anchor(line),
            let skipped = Self.count(line["skipped"] ?? .number(0)),
            let due = Self.optionalInteger(line["due_us"]),
            let late = Self.optionalInteger(line["late_us"])
        else { return nil }
        return .data(
            DataLine(
                kind: kind, session: session, n: Int64(n), skipped: skipped,
                due: due.map(MonotonicInstant.init(microseconds:)), late: late, anchor: anchor))
    }

    private func gap(_ line: JSONValue) -> ServerLine? {
        guard let after = anchor(line, "after"), let through = anchor(line, "through"),
            let lines = line["lines"]?.integer, lines > 0
        else { return nil }
        return .gap(ServerLine.Gap(after: after, through: through, lines: Int64(lines)))
    }

    private func anchor(_ line: JSONValue, _ name: String = "anchor") -> AnchorReader.Reading? {
        line[name]?.text.map { anchors.read($0) }
    }

    /// Whether an `ok` answers a subscription. An answer to a command has an anchor too, but names
    /// a session.
    private func isSubscription(_ line: JSONValue) -> Bool {
        line["anchor"] != nil && line["session"] == nil
    }

    private func greeting(_ line: JSONValue) -> ServerLine? {
        line["identity"]?.text.map { .hello(isOwn: anchors.isOf(identity: $0)) }
    }

    private func snapshot(_ line: JSONValue) -> SessionSnapshot? {
        session(line).map { session in
            var snapshot = SessionSnapshot(session: session)
            snapshot.isSimulated = line["source"]?.text == "simulated"
            snapshot.state = Self.bytes(of: line["state"]).flatMap { word in
                word.withUnsafeBytes { SessionSnapshot.State($0) }
            }
            snapshot.start = Self.bytes(of: line["start"]).flatMap { text in
                text.withUnsafeBytes { FleetInstant($0) }
            }
            return snapshot
        }
    }

    private static func bytes(of value: JSONValue?) -> [UInt8]? {
        value?.text.map { Array($0.utf8) }
    }

    private func session(_ line: JSONValue) -> SessionName? {
        guard let text = line["session"]?.text, text.first == "s" || text.first == "d" else {
            return nil
        }
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let lap = Int32(parts[1]),
            let lane = Int(parts[0]).flatMap(LaneID.init(exactly:))
        else { return nil }
        let name =
            text.first == "d"
            ? SessionName.book(of: lane, lap: Int(lap)) : SessionName(lane: lane, lap: Int(lap))
        return "\(name)" == text ? name : nil
    }

    private static func count(_ value: JSONValue) -> Int64? {
        value.integer.flatMap { $0 < 0 ? nil : Int64($0) }
    }

    /// The integers that a double holds exactly; a clock beyond them is not valid.
    private static let clocks = -(1 << 53)...(1 << 53)

    /// Nil for a value that is no integer of ``clocks``, and nil within for a missing one.
    private static func optionalInteger(_ value: JSONValue?) -> Int64?? {
        guard let value else { return .some(nil) }
        guard let integer = value.integer, clocks.contains(integer) else { return nil }
        return .some(Int64(integer))
    }
}

extension JSONValue {
    /// Whether there is a `null` anywhere, which is never sent.
    fileprivate var holdsNull: Bool {
        switch self {
        case .null: true
        case .object(let fields): fields.values.contains(where: \.holdsNull)
        case .array(let items): items.contains(where: \.holdsNull)
        case .string, .number, .boolean: false
        }
    }
}
