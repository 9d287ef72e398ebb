import Vocabulary

/// Turns one line of a client into a request.
public enum RequestDecoder {
    /// Reads a line without its ending; linear in its length.
    ///
    /// - Parameters:
    ///   - number: the number of the line in its connection, from 1, for the error.
    ///   - clock: the clock from which moments are counted; any, if a request is only checked.
    /// - Throws: the error to send, with the request's id if one could be read.
    public static func decode(
        _ line: ArraySlice<UInt8>, number: Int, clock: @autoclosure () -> MomentClock = .last
    ) throws(RequestFailure) -> IncomingRequest {
        var id: RequestID?
        var unknown = UnknownFields()
        do throws(WireError) {
            guard let start = line.firstIndex(where: { !isSpace($0) }) else { throw empty }
            guard line[start] == UInt8(ascii: "{") else {
                let word = try word(line, from: start)
                return IncomingRequest(answerID: AnswerID(nil), request: .typed(word))
            }
            let object = try RequestObject(line)
            id = try self.id(object)
            let operation = try operation(object)
            try unknown.look(through: object, of: operation)
            let fields = object.of(operation)
            try fields.checkTypes(of: operation)
            let request = try request(fields, of: operation, clock)
            return IncomingRequest(
                answerID: AnswerID(id, ignored: unknown.names), request: request)
        } catch {
            var error = error
            error.line = number
            throw RequestFailure(answerID: AnswerID(id, ignored: unknown.names), error: error)
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

    private static func id(_ object: RequestObject) throws(WireError) -> RequestID? {
        guard let id = try object.id("id") else { return nil }
        guard id.isAllowed else { throw .badField("id", reason: "The id is out of bounds.") }
        return id
    }

    private static func request(
        _ object: RequestObject, of operation: Operation, _ clock: () -> MomentClock
    ) throws(WireError) -> Request {
        switch operation {
        case .client: return .client(name: try NameField.client.name(try object.required("name")))
        case .subscribe: return .subscribe(try SubscribeRequest(object, clock))
        case .unsubscribe:
            return .unsubscribe(sub: try object.text("sub").map(NameField.subscription.name))
        case .sessions: return try sessions(object)
        case .query: return .query(try QueryRequest(object, clock))
        case .describe: return .describe
        case .status: return .status
        case .clients: return try clients(object)
        case .start: return .command(try CommandRequest(start: object, clock))
        case .pause: return .command(.pause(try CommandRequest.session(object)))
        case .resume: return .command(.resume(try CommandRequest.session(object)))
        case .stop: return .command(.stop(try CommandRequest.session(object)))
        case .add: return .command(try CommandRequest(add: object, clock))
        case .remove: return .command(.remove(try CommandRequest.entry(object)))
        }
    }

    private static func operation(_ object: RequestObject) throws(WireError) -> Operation {
        let name: String = try object.required("op")
        if let operation = Operation(rawValue: name) { return operation }
        let names = Operation.allCases.map(\.rawValue)
        let meant = FieldNames.nearest(to: name, of: names)
        throw WireError(
            .unknownOperation,
            reason: "\(Excerpt.quoted(name)) is not among \(names.joined(separator: ", ")).",
            suggestion: meant.map { "Did you mean \($0)?" } ?? "Use \(Excerpt.choice(names)).",
            field: "op")
    }

    private static func sessions(_ fields: RequestObject) throws(WireError) -> Request {
        guard !SortedSessionsRequest.fields.contains(where: fields.has) else {
            return .sortedSessions(try SortedSessionsRequest(fields))
        }
        let from = try fields.integer("from", in: 0..<LaneID.limit) {
            "There is no lane \($0)."
        }
        let lane = LaneID(index: from ?? 0)
        return .sessions(from: lane, limit: try SortedSessionsRequest.pageLimit(fields))
    }

    private static func clients(_ object: RequestObject) throws(WireError) -> Request {
        let from = try object.integer("from", in: 0...Int(ProtocolLimits.connectionNumberMaximum)) {
            "No connection has the number \($0)."
        }
        let limit = try object.integer("limit", in: 1...ProtocolLimits.clientsPage) {
            "A page does not have \($0) connections."
        }
        return .clients(from: Int64(from ?? 0), limit: limit ?? ProtocolLimits.clientsPage)
    }
}
