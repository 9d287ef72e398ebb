import PlainText
import Testing

@Suite struct WrappedTests {
    @Test(arguments: 1...30)
    func `no line is wider than it may be, and none could take the next word`(width: Int) {
        let text = "a bc def ghij klmno pqrstu vwxyzab a b c"
        let lines = text.wrapped(atColumn: width)
        #expect(lines.joined(separator: " ") == text)
        for (line, next) in zip(lines, lines.dropFirst()) {
            #expect(line.count <= width || !line.contains(" "), "\(line)")
            #expect(line.count + 1 + next.prefix { $0 != " " }.count > width, "\(line), \(next)")
        }
    }

    @Test func `nothing is no line`() { #expect("".wrapped(atColumn: 10).isEmpty) }
}
