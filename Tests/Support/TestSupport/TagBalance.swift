/// Whether every element of a page or a picture is closed, in the right order.
package enum TagBalance {
    /// What is wrong; nil if nothing is.
    package static func fault(in text: String) -> String? {
        var open: [Substring] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            guard let end = rest[start...].firstIndex(of: ">") else { return "a tag without end" }
            let tag = rest[rest.index(after: start)..<end]
            if tag.contains("<") { return "a tag in the tag <\(tag)>" }
            if let fault = attributeFault(tag) { return "\(fault) in <\(tag)>" }
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("!") || tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return "<\(tag)> closes another" }
            } else {
                open.append(tag.prefix { $0 != " " })
            }
        }
        return open.last.map { "<\($0)> is not closed" }
    }

    private static func attributeFault(_ tag: Substring) -> String? {
        let quotes = tag.count { $0 == "\"" }
        guard quotes % 2 == 0 else { return "a quote too many" }
        let parts = tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        let names = parts.filter { $0.offset % 2 == 0 }
            .compactMap { $0.element.split(separator: " ").last { $0.hasSuffix("=") } }
        return Set(names).count == names.count ? nil : "an attribute twice"
    }
}
