import Testing

@testable import ClientCore

@Suite struct LinkNoticesTests {
    @Test func `of a good link nothing is said`() {
        var notices = LinkNotices()
        #expect(notices.comeBack() == nil)
    }

    @Test func `a loss is said, every new reason, and that it is over`() {
        var notices = LinkNotices()
        #expect(notices.lose("it ends") == "it ends; trying to connect again")
        #expect(notices.lose("nobody answers") == "nobody answers; still trying")
        for _ in 0..<3 { #expect(notices.lose("nobody answers") == nil) }
        #expect(notices.lose("it is full") == "it is full; still trying")
        #expect(notices.comeBack() == "the link is back")
        #expect(notices.comeBack() == nil)
    }

    @Test func `the same loss is said again once lines have come`() {
        var notices = LinkNotices()
        for _ in 0..<2 {
            #expect(notices.lose("it ends") == "it ends; trying to connect again")
            #expect(notices.lose("it ends") == nil)
            #expect(notices.comeBack() == "the link is back")
        }
    }
}
