import LinuxIO

/// What becomes of a write that never came to its end.
extension StateFolder {
    private static let tornName = "\(KeptJournal.name).torn-"
    /// As many are kept, the latest.
    static let tornTailsKept = 8

    /// Keeps the bytes that are to be cut off in a file of their own, and removes the oldest of
    /// such files. Nil if there are no bytes.
    func setAside(_ bytes: ArraySlice<UInt8>) throws(StateFailure) -> OpenJournal.TornTail? {
        guard !bytes.isEmpty else { return nil }
        return try Self.attempt { () throws(SystemFailure) in
            let numbers = try files.names().compactMap(Self.tornNumber).sorted()
            let name = "\(Self.tornName)\((numbers.last ?? 0) + 1)"
            try files.replace(name, with: Array(bytes), mode: Self.fileMode)
            for number in numbers.dropLast(Self.tornTailsKept - 1) {
                try files.remove("\(Self.tornName)\(number)")
            }
            return OpenJournal.TornTail(bytes: bytes.count, keptIn: files.path(of: name))
        }
    }

    /// The number of a file that was set aside; nil of any other name.
    private static func tornNumber(_ name: String) -> Int? {
        guard name.hasPrefix(tornName), let number = Int(name.dropFirst(tornName.count)),
            (1..<Int.max).contains(number), name == "\(tornName)\(number)"
        else { return nil }
        return number
    }
}
