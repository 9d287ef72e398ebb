import FoundationEssentials

/// Any JSON value, as the library's decoder reads it.
package indirect enum JSONTree: Decodable, Equatable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    package init(line: [UInt8]) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: Data(line))
    }

    package init(line: String) throws { try self.init(line: Array(line.utf8)) }

    package subscript(name: String) -> JSONTree? {
        guard case .object(let fields) = self else { return nil }
        return fields[name]
    }

    /// The member at a dotted path.
    package func member(_ path: String) -> JSONTree? {
        path.split(separator: ".").reduce(self) { $0?[String($1)] }
    }
}
