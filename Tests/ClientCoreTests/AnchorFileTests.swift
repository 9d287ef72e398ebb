import DaemonCore
import LinuxIO
import Settings
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite final class AnchorFileTests {
    private let folder: TemporaryDirectory
    private let anchor = Anchor(
        identity: IdentityHash(bits: 42), position: StreamPosition(bits: 4711))

    init() throws { folder = try TemporaryDirectory(prefix: "anchor") }

    private func file(_ name: String = "a") -> AnchorFile {
        AnchorFile(path: "\(folder.path)/\(name)")
    }

    private func write(_ text: String) throws {
        try FileContent.replace(file().path, with: Array(text.utf8), durable: false)
    }

    private func text() throws -> String {
        String(decoding: try FileContent.read(file().path, limitBytes: 1000), as: UTF8.self)
    }

    private func refusal(_ file: AnchorFile) -> StartFailure? {
        #expect(throws: StartFailure.self) { try file.open() }
    }

    @Test func `a missing file holds no anchor, and is made`() throws {
        #expect(try file().open() == nil)
        #expect(try text().isEmpty)
        #expect(try file().open() == nil)
    }

    @Test func `what was written is read, and left as it is`() throws {
        try file().write(anchor)
        #expect(try text() == "\(anchor)\n")
        #expect(try file().open() == anchor)
        #expect(try text() == "\(anchor)\n")
    }

    @Test(arguments: ["", "\n", " \r\n\t"])
    func `spaces are nothing`(space: String) throws {
        try write(space)
        #expect(try file().open() == nil)
        try write("\(space)\(anchor)\(space)")
        #expect(try file().open() == anchor)
    }

    @Test(arguments: [
        ("junk", "An anchor of this version starts with a1"),
        ("a1", "An anchor is 30 characters long, this one has 2 bytes"),
        ("a1\u{0}", "this one has 3 bytes"),
        ("a b", "it holds more than one word"),
        (String(repeating: "a", count: 257), "it is longer than one"),
    ])
    func `what is no anchor is told with its file and a remedy, and left as it is`(
        content: String, reason: String
    ) throws {
        try write(content)
        let failure = try #require(refusal(file()))
        #expect(failure.code == .input)
        #expect(failure.description.hasPrefix("\(file().path) holds no anchor: "))
        #expect(failure.description.contains(reason), "\(failure)")
        #expect(failure.description.hasSuffix("or remove it to begin from now"))
        #expect(try text() == content)
    }

    @Test func `a folder that does not exist is told at the start`() throws {
        let failure = try #require(refusal(file("none/a")))
        #expect(failure.code == .output)
        #expect(
            failure.description
                == "cannot keep an anchor in \(file("none/a").path): No such file or directory; "
                + "choose another place with --anchor-file")
    }

    @Test func `below a file there is no place`() throws {
        try write("")
        #expect(refusal(file("a/b"))?.code == .output)
    }

    @Test func `only a regular file is replaced`() throws {
        let failure = try #require(refusal(AnchorFile(path: folder.path)))
        #expect(failure.code == .output)
        #expect(failure.description.contains("is a directory, not a regular file; choose another"))
        let device = try #require(refusal(AnchorFile(path: "/dev/null")))
        #expect(device.description.contains("/dev/null is a device or a pipe"))
    }
}
