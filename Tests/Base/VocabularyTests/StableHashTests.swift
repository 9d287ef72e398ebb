import Testing
import Vocabulary

@Suite struct StableHashTests {
    private func hash(_ text: String, from start: StableHash = StableHash()) -> StableHash {
        var hash = start
        for byte in text.utf8 { hash.update(byte) }
        return hash
    }

    /// From the test vectors that its authors publish.
    @Test(
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C),
            ("foobar", 0x8594_4171_F739_67E8),
        ] as [(String, UInt64)])
    func `it is FNV-1a`(text: String, value: UInt64) { #expect(hash(text).value == value) }

    @Test func `a hash that is continued is that of all the bytes`() {
        let start = StableHash(continuing: hash("foo").value)
        #expect(hash("bar", from: start) == hash("foobar"))
        #expect(hash("rab", from: start) != hash("foobar"))
    }
}
