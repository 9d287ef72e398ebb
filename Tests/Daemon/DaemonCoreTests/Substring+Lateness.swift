extension Substring {
    /// The line without the clock's own field, which one that is computed again does not have.
    var withoutLateness: Substring {
        let fields = utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let late = fields.first(where: { $0.starts(with: "\"late_us\":".utf8) }) else {
            return self
        }
        return self[..<utf8.index(before: late.startIndex)] + self[late.endIndex...]
    }
}
