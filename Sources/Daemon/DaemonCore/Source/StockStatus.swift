import ChannelPipeline
import WireProtocol

/// What `status` says of what users cause the fleet to keep.
extension FleetSource {
    /// Adds `,"stocks":{"starts_ever":…,…},"stocks_of_one":{…},"stocks_users":{…}`: what all users
    /// have of each stock, the most that one user has, and that user's number. O(users).
    func appendStocks(to line: inout LineBuffer) {
        let stocks = fleet.stocks
        line.append("stocks", stocks.map { ($0.name, $0.used) })
        let largest = stocks.compactMap { stock in stock.largest.map { (stock.name, $0) } }
        line.append("stocks_of_one", largest.map { ($0, $1.amount) })
        line.append("stocks_users", largest.map { ($0, Int($1.user)) })
    }
}

extension LineBuffer {
    /// Adds `,"name":{"entries":7,…}`.
    fileprivate mutating func append(_ name: StaticString, _ counts: [(name: String, Int)]) {
        appendName(name)
        append("{")
        appendList(counts) { line, count in
            line.appendJSONString(count.name)
            line.append(":")
            line.appendInteger(Int64(count.1))
        }
        append("}")
    }
}
