import Testing

@testable import CommandLine

@Suite struct NearestNameTests {
    private static let names = ["tail", "start", "status", "stop", "log_level", "limits", "--json"]

    @Test(arguments: [
        ("tial", "tail"), ("tal", "tail"), ("TAIL", "tail"), ("stat", "status"),
        ("stats", "status"),
        ("sotp", "stop"), ("log-level", "log_level"), ("logLevel", "log_level"), ("lim", "limits"),
        ("json", "--json"), ("-jsn", "--json"),
    ])
    func `the nearest name is the one that was meant`(word: String, name: String) {
        #expect(word.nearest(of: Self.names) == name)
        #expect(word.suggestion(from: Self.names) == "did you mean \(name)?")
    }

    @Test(arguments: ["", "-", "--", "x", "st", "li", "fly", "taxiway", "level"])
    func `what is near to none is nobody's name`(word: String) {
        #expect(word.nearest(of: Self.names) == nil)
        #expect(word.nearest(of: []) == nil)
    }

    @Test func `a word of a thousand pages is near to nothing at once`() {
        let word = String(repeating: "tail", count: 1 << 16)
        #expect(word.nearest(of: Self.names) == nil)
    }
}
