/// Names that clients choose.
struct NameField {
    let field: String
    let limit: Int

    static let subscription = NameField(
        field: "sub", limit: ProtocolLimits.subscriptionNameCharacters)
    static let client = NameField(field: "name", limit: ProtocolLimits.clientNameCharacters)

    var form: String { "1 to \(limit) of the characters A-Z a-z 0-9 . _ -" }

    /// Returns `text` if it is a name.
    func name(_ text: String) throws(WireError) -> String {
        let bytes = text.utf8
        guard (1...limit).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else {
            throw .badField(field, reason: "\(Excerpt.quoted(text)) is not a name.")
        }
        return text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
