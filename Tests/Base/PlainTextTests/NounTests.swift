import PlainText
import Testing

@Suite struct NounTests {
    @Test(arguments: [
        (-1, "-1 lines"), (0, "0 lines"), (1, "1 line"), (2, "2 lines"), (21, "21 lines"),
        (101, "101 lines"),
    ])
    func `only one of them has the noun of one`(number: Int, text: String) {
        #expect(number.counted("line") == text)
        #expect(Int64(number).counted("line") == text)
    }

    @Test func `a plural that is no noun with an s is given`() {
        #expect(1.counted("entry", "entries") == "1 entry")
        #expect(2.counted("entry", "entries") == "2 entries")
        #expect([0, 1, 2].map { $0.noun("is", "are") } == ["are", "is", "are"])
    }

    @Test func `a fraction is not one`() {
        #expect(
            [0.5, 1.0, 1.5, .nan].map { $0.noun("second") }
                == ["seconds", "second", "seconds", "seconds"])
    }
}
