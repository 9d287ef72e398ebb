import Testing

@testable import StreamClient

@Suite struct LinkNoticesTests {
    /// Says a reason that is its own code.
    private func lose(_ notices: inout LinkNotices, _ reason: String) -> String? {
        notices.lose(LinkLoss(code: reason, reason: reason))
    }

    @Test func `of a good link nothing is said`() {
        var notices = LinkNotices()
        #expect(notices.comeBack() == nil)
    }

    @Test func `a loss is said, every new reason, and that it is over`() {
        var notices = LinkNotices()
        #expect(lose(&notices, "it ends") == "it ends; trying to connect again")
        #expect(lose(&notices, "nobody answers") == "nobody answers; still trying")
        for _ in 0..<3 { #expect(lose(&notices, "nobody answers") == nil) }
        #expect(lose(&notices, "it is full") == "it is full; still trying")
        #expect(notices.comeBack() == "the link is back")
        #expect(notices.comeBack() == nil)
    }

    @Test func `the same loss is said again once lines have come`() {
        var notices = LinkNotices()
        for _ in 0..<2 {
            #expect(lose(&notices, "it ends") == "it ends; trying to connect again")
            #expect(lose(&notices, "it ends") == nil)
            #expect(notices.comeBack() == "the link is back")
        }
    }

    @Test func `a reason with another time or figure is the same`() {
        var notices = LinkNotices()
        let times = ["10:00:00", "10:00:01", "10:00:03"]
        let said = times.map {
            notices.lose(LinkLoss(code: "anchor_ahead", reason: "the present is \($0)"))
        }
        #expect(said == ["the present is 10:00:00; trying to connect again", nil, nil])
    }

    @Test func `reasons that alternate are each said once`() {
        var notices = LinkNotices()
        let said = (0..<6).compactMap { lose(&notices, $0.isMultiple(of: 2) ? "a" : "b") }
        #expect(said == ["a; trying to connect again", "b; still trying"])
    }
}
