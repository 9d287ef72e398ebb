import CommandLine
import Glibc
import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import StreamClient

@Suite final class AnchorFileTests {
    private let folder: TemporaryDirectory
    private let anchor = Anchor(
        identity: IdentityHash(bits: 42), position: StreamPosition(bits: 4711))

    init() throws { folder = try TemporaryDirectory(prefix: "anchor") }

    private func path(_ name: String = "a") -> String { "\(folder.path)/\(name)" }

    private func write(_ text: String) throws {
        try FileContent.replace(path(), with: Array(text.utf8), durable: false)
    }

    private func text() throws -> String {
        String(decoding: try FileContent.read(path(), limitBytes: 1000), as: UTF8.self)
    }

    /// What the file holds when it is opened, and let go.
    private func opened() throws -> Anchor? { try AnchorFile.open(path()).anchor }

    private func refusal(_ path: String) -> ProgramFailure? {
        #expect(throws: ProgramFailure.self) { _ = try AnchorFile.open(path).anchor }
    }

    private func isThere() throws -> Bool { try FileStatus.of(path()) != nil }

    @Test func `a missing file holds no anchor, is made, and goes if none was written`() throws {
        try look { file throws in
            #expect(file.anchor == nil)
            #expect(try text().isEmpty)
        }
        #expect(try !isThere())
        try look { file throws in try file.write(anchor) }
        #expect(try text() == "\(anchor)\n")
    }

    @Test func `an empty file that was there stays`() throws {
        try write("")
        #expect(try opened() == nil)
        #expect(try isThere())
    }

    private func look(_ body: (inout AnchorFile) throws -> Void) throws {
        var file = try AnchorFile.open(path())
        try body(&file)
    }

    @Test func `what was written is read, and left as it is`() throws {
        try look { file throws in try file.write(anchor) }
        #expect(try text() == "\(anchor)\n")
        #expect(try opened() == anchor)
        #expect(try text() == "\(anchor)\n")
    }

    @Test func `a second one on the same file is refused by the holder's name, after any writes`()
        throws
    {
        try look { file throws in
            for _ in 0..<3 {
                let failure = try #require(refusal(path()))
                #expect(failure.code == .temporaryFailure)
                #expect(failure.description.hasPrefix("\(path()) is kept by "))
                #expect(failure.description.contains("(process \(getpid())); name another file"))
                try file.write(anchor)
            }
        }
        #expect(try opened() == anchor)
    }

    @Test(arguments: ["", "\n", " \r\n\t"])
    func `spaces are nothing`(space: String) throws {
        try write(space)
        #expect(try opened() == nil)
        try write("\(space)\(anchor)\(space)")
        #expect(try opened() == anchor)
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
        let failure = try #require(refusal(path()))
        #expect(failure.code == .input)
        #expect(failure.description.hasPrefix("\(path()) holds no anchor: "))
        #expect(failure.description.contains(reason), "\(failure)")
        #expect(failure.description.hasSuffix("or remove it to begin from now"))
        #expect(try text() == content)
    }

    @Test func `a folder that does not exist is told at the start`() throws {
        let failure = try #require(refusal(path("none/a")))
        #expect(failure.code == .output)
        #expect(
            failure.description
                == "cannot keep an anchor in \(path("none/a")): No such file or directory; "
                + "choose another place with --anchor-file")
    }

    @Test func `below a file there is no place`() throws {
        try write("")
        #expect(refusal(path("a/b"))?.code == .output)
    }

    @Test func `only a regular file is replaced`() throws {
        let failure = try #require(refusal(folder.path))
        #expect(failure.code == .output)
        #expect(failure.description.contains("is a directory, not a regular file; choose another"))
        let device = try #require(refusal("/dev/null"))
        #expect(device.description.contains("/dev/null is a device, not a regular file"))
    }
}
