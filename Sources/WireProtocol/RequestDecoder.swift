import FoundationEssentials
import Vocabulary

/// Turns one line of a client into a request.
public enum RequestDecoder {
    /// Reads a line without its ending; linear in its length.
    ///
    /// - Parameter number: which line of the connection it is, from 1, for the error.
    /// - Throws: the error to send, with the request's id if one could be read.
    public static func decode(
        _ line: ArraySlice<UInt8>, number: Int
    ) throws(RequestFailure) -> IncomingRequest {
        var id: RequestID?
        do throws(WireError) {
            guard let start = line.firstIndex(where: { !isSpace($0) }) else { throw empty }
            guard line[start] == UInt8(ascii: "{") else {
                return IncomingRequest(id: nil, request: .typed(try word(line, from: start)))
            }
            try check(line)
            let data = Data(line)
            id = try self.id(in: data)
            return IncomingRequest(id: id, request: try request(in: data))
        } catch {
            var error = error
            error.line = number
            throw RequestFailure(id: id, error: error)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static let advice =
        "Send one JSON object per line, or one of the words "
        + "\(Excerpt.choice(TypedWord.allCases.map(\.rawValue)))."

    private static var empty: WireError {
        WireError(.badJSON, reason: "The line is empty.", suggestion: advice, column: 1)
    }

    private static func word(
        _ line: ArraySlice<UInt8>, from start: Int
    ) throws(WireError) -> TypedWord {
        let end = line.lastIndex { !isSpace($0) } ?? start
        let text = String(decoding: line[start...end], as: UTF8.self)
        if let word = TypedWord(rawValue: text) { return word }
        throw WireError(
            .badJSON, reason: "The line starts with neither { nor a word that is known.",
            suggestion: advice, column: start - line.startIndex + 1)
    }

    private static func check(_ line: ArraySlice<UInt8>) throws(WireError) {
        do {
            try JSONScanner.check(line)
        } catch {
            throw WireError(
                .badJSON, reason: error.reason, suggestion: "Send one JSON object per line.",
                column: error.column)
        }
    }

    private static func id(in data: Data) throws(WireError) -> RequestID? {
        guard let id = try RequestFields.decode(RequestFields.ID.self, from: data).id else {
            return nil
        }
        guard id.isAllowed else { throw .badField("id", reason: "The id is out of bounds.") }
        return id
    }

    private static func request(in data: Data) throws(WireError) -> Request {
        switch try operation(in: data) {
        case .client:
            let fields = try RequestFields.decode(RequestFields.Client.self, from: data)
            guard let name = fields.name else {
                throw .badField("name", reason: "The field is missing.")
            }
            return .client(name: try NameField.client.name(name))
        case .subscribe:
            let fields = try RequestFields.decode(RequestFields.Subscribe.self, from: data)
            return .subscribe(try SubscribeRequest(fields))
        case .unsubscribe:
            let fields = try RequestFields.decode(RequestFields.Unsubscribe.self, from: data)
            guard let sub = fields.sub else { return .unsubscribe(sub: nil) }
            return .unsubscribe(sub: try NameField.subscription.name(sub))
        case .sessions: return try sessions(in: data)
        case .describe: return .describe
        case .status: return .status
        case .clients: return try clients(in: data)
        case .start: return .command(try CommandRequest(starting: data))
        case .pause: return .command(.pause(try CommandRequest.session(in: data)))
        case .resume: return .command(.resume(try CommandRequest.session(in: data)))
        case .stop: return .command(.stop(try CommandRequest.session(in: data)))
        }
    }

    private static func operation(in data: Data) throws(WireError) -> Operation {
        guard let name = try RequestFields.decode(RequestFields.Op.self, from: data).op else {
            throw .badField("op", reason: "The field is missing.")
        }
        if let operation = Operation(rawValue: name) { return operation }
        let names = Operation.allCases.map(\.rawValue)
        throw WireError(
            .unknownOperation,
            reason: "\(Excerpt.quoted(name)) is not among \(names.joined(separator: ", ")).",
            suggestion: "Use \(Excerpt.choice(names)).", field: "op")
    }

    private static func sessions(in data: Data) throws(WireError) -> Request {
        let fields = try RequestFields.decode(RequestFields.Sessions.self, from: data)
        guard !fields.isSorted else {
            return .sortedSessions(try SortedSessionsRequest(fields))
        }
        let from = fields.from.map { Int($0.value) } ?? 0
        guard (0..<SessionName.laneLimit).contains(from) else {
            throw .badField("from", reason: "There is no lane \(from).")
        }
        return .sessions(from: from, limit: try fields.pageLimit())
    }
}
