import LinuxIO
import Testing

@Suite struct SocketPathTests {
    @Test func `the longest path that the system allows is accepted`() throws {
        let text = "/" + String(repeating: "a", count: 106)
        #expect(try SocketPath(text).text == text)
    }

    @Test func `one byte more is refused with the length and the limit`() {
        let text = "/" + String(repeating: "a", count: 107)
        let failure = #expect(throws: SocketPathFailure.self) { try SocketPath(text) }
        #expect(failure == .tooLong(path: text, bytes: 108))
        #expect(failure?.description.contains("108") == true)
        #expect(failure?.description.contains("107") == true)
    }

    @Test func `the limit counts bytes, not letters`() {
        let text = String(repeating: "ä", count: 54)
        #expect(throws: SocketPathFailure.tooLong(path: text, bytes: 108)) {
            try SocketPath(text)
        }
    }

    @Test func `an empty path is refused`() {
        #expect(throws: SocketPathFailure.empty) { try SocketPath("") }
    }

    @Test func `a zero byte is refused, which would cut the path short`() {
        #expect(throws: SocketPathFailure.zeroByte) { try SocketPath("/run/a\0b") }
    }

    @Test(arguments: [("/run/x.sock", "/run"), ("/x.sock", "/"), ("x.sock", "."), ("a/x", "a")])
    func `the folder is what comes before the last slash`(text: String, folder: String) throws {
        #expect(try SocketPath(text).directory == folder)
    }
}
