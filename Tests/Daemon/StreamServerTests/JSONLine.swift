import FoundationEssentials

/// One line that a server sent, with the fields that tests look at.
struct JSONLine: Decodable {
    var type = ""
    var sub: String?
    var session: String?
    var n: Int64?
    var anchor: String?
    var after: String?
    var through: String?
    var lines: Int?
    var skipped: Int?
    var reason: String?
    var code: String?
    var field: String?
    var line: Int?
    var column: Int?
    var id: Int64?
    var ignored: [String]?
    var lastBye: String?
    /// The line itself, without its newline.
    var text = ""

    enum CodingKeys: String, CodingKey {
        case type, sub, session, n, anchor, after, through, lines, reason, code, field, line, column
        case id, ignored, skipped
        case lastBye = "last_bye"
    }

    /// Throws if `bytes` are not one JSON object.
    init(_ bytes: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(JSONLine.self, from: Data(bytes))
        text = String(decoding: Array(bytes), as: UTF8.self)
    }
}
