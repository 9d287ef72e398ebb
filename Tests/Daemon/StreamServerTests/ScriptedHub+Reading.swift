import Testing

extension ScriptedHub {
    /// All that a caller is sent until nothing more comes.
    func drain(_ caller: ScriptedClient) throws -> [JSONLine] {
        try drainBytes(caller).map { try JSONLine($0) }
    }

    func drainBytes(_ caller: ScriptedClient) throws -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        while true {
            let before = caller.bytesRead
            lines += caller.receiveBytes()
            try settle()
            guard caller.bytesRead > before else { return lines }
        }
    }

    /// What a caller is sent until a line of that type comes, reading so many bytes at a time.
    ///
    /// - Parameter isTicking: whether time goes on meanwhile.
    func read(
        _ caller: ScriptedClient, upTo type: String, atMost limit: Int, isTicking: Bool = false
    ) throws -> [JSONLine] {
        var lines: [JSONLine] = []
        for _ in 0..<2_000 {
            lines += try caller.receive(atMost: limit)
            if lines.contains(where: { $0.type == type }) { return lines }
            if isTicking { try tick() }
            try settle()
        }
        Issue.record("no line of the type \(type) came")
        return lines
    }
}
