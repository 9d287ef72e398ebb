import FoundationEssentials

extension RequestDecoder {
    /// The page of connections that a request asks for; throws `bad_field`.
    static func clients(in data: Data) throws(WireError) -> Request {
        let fields = try RequestFields.decode(
            RequestFields.Clients.self, of: .clients, from: data)
        let from = fields.from.map(\.value) ?? 0
        let limit = fields.limit.map(\.value) ?? Int64(ProtocolLimits.clientsPage)
        guard (0...ProtocolLimits.connectionNumberMaximum).contains(from) else {
            throw .badField(
                "from", of: .clients, reason: "No connection has the number \(from).")
        }
        guard (1...Int64(ProtocolLimits.clientsPage)).contains(limit) else {
            throw .badField(
                "limit", of: .clients, reason: "A page does not have \(limit) connections.")
        }
        return .clients(from: from, limit: Int(limit))
    }
}
