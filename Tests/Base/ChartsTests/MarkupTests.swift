import Charts
import TestSupport
import Testing

@Suite struct MarkupTests {
    @Test func `text cannot become an element, nor an attribute`() {
        let hostile = "</p><script>alert('1')</script>\" onload=\"&\u{1B}\u{202E}"
        let page = Markup.element("p", ["title": hostile], hostile).source
        #expect(TagBalance.fault(in: page) == nil)
        let escaped =
            "&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot; onload=&quot;&amp;??"
        #expect(page == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test func `elements are nested in order`() {
        let list = Markup.element(
            "ul", [:], [.element("li", [:], "a"), .element("li", [:], "b\nc")])
        #expect(list.source == "<ul><li>a</li><li>b\nc</li></ul>")
        #expect(Markup.element("meta", ["charset": "utf-8"]).source == "<meta charset=\"utf-8\"/>")
    }
}
