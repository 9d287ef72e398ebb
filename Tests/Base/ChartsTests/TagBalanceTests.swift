import TestSupport
import Testing

@Suite struct TagBalanceTests {
    @Test(arguments: ["<a><b c=\"d\">e</b><f/></a>", "<!DOCTYPE html>\n<p></p>", "text"])
    func `what is closed is balanced`(text: String) {
        #expect(TagBalance.fault(in: text) == nil)
    }

    @Test(arguments: [
        "<a>", "<a></b>", "<a><b></a></b>", "</a>", "<a", "<a b=\"></a>", "<a <b></b></a>",
        "<a b=\"1\" b=\"2\"></a>",
    ])
    func `what is not is found`(text: String) {
        #expect(TagBalance.fault(in: text) != nil)
    }
}
