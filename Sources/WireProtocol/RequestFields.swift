import FoundationEssentials

/// The fields of requests as the JSON decoder finds them, not yet judged.
///
/// All are optional, so that what is missing is judged in one place; null counts as left out.
enum RequestFields {
    struct ID: Decodable {
        let id: RequestID?
    }

    struct Op: Decodable {
        let op: String?
    }

    struct Client: Decodable {
        let name: String?
    }

    struct Unsubscribe: Decodable {
        let sub: String?
    }

    struct Sessions: Decodable {
        let from: WholeNumber?
        let limit: WholeNumber?
        let sort: String?
        let descending: Bool?
        let phase: String?
        let match: String?
        let offset: WholeNumber?
    }

    struct Clients: Decodable {
        let from: WholeNumber?
        let limit: WholeNumber?
    }

    struct Start: Decodable {
        let plan: String?
        let athlete: WholeNumber?
        let at: String?
    }

    /// Of the commands on one session.
    struct Session: Decodable {
        let session: String?
    }

    struct Subscribe: Decodable {
        let sub: String?
        let select: Select?
        let kinds: [String]?
        let metrics: [String]?
        let stats: [String]?
        let window: String?
        let every: String?
        let smooth: Smooth?
        let align: String?
        let minCoverage: Double?
        let after: String?
        let onExpired: Anything?
        let queue: Queue?

        enum CodingKeys: String, CodingKey {
            case sub, select, kinds, metrics, stats, window, every, smooth, align, after, queue
            case minCoverage = "min_coverage"
            case onExpired = "on_expired"
        }
    }

    struct Select: Decodable {
        let session: OneOrMore?
    }

    struct Smooth: Decodable {
        let kind: String?
        let over: String?
        let halfLife: String?

        enum CodingKeys: String, CodingKey {
            case kind, over
            case halfLife = "half_life"
        }
    }

    struct Queue: Decodable {
        let policy: String?
        let staleness: String?
        let lines: Anything?
        let bytes: Anything?
    }

    enum OneOrMore: Decodable {
        case one(String)
        case more([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .one(text)
            } else {
                self = .more(try container.decode([String].self))
            }
        }
    }

    /// An integer; of one that does not fit, the decoder itself would not say in which field it is.
    struct WholeNumber: Decodable {
        let value: Int64

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let value = try? container.decode(Int64.self) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not a whole number")
            }
            self.value = value
        }
    }

    /// A field of which only the presence matters.
    struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}

extension RequestID: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(RequestFields.WholeNumber.self).value)
        }
    }

    /// Whether it is within the limits.
    var isAllowed: Bool {
        switch self {
        case .number(let number): (0...ProtocolLimits.requestIDMaximum).contains(number)
        case .text(let text): text.unicodeScalars.count <= ProtocolLimits.requestIDCharacters
        }
    }
}

extension RequestFields {
    /// Decodes the fields; throws `bad_field` with the path of the first that has a wrong type.
    ///
    /// - Parameter operation: whose fields they are, where others have some of these names.
    static func decode<Fields: Decodable>(
        _ type: Fields.Type, of operation: Operation? = nil, from data: Data
    ) throws(WireError) -> Fields {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw .badField(
                path(of: error), of: operation, reason: "The field has the wrong type.")
        } catch {
            throw WireError(
                .internal, reason: "The request could not be decoded.",
                suggestion: "Report the line that was sent.")
        }
    }

    private static func path(of error: DecodingError) -> String {
        let context: DecodingError.Context? =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context),
                .keyNotFound(_, let context), .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        let keys = context?.codingPath ?? []
        return keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
