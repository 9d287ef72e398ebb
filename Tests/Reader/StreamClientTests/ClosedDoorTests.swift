import LinuxIO
import Testing
import WireProtocol

@testable import StreamClient

/// What a person is told who may not get in.
@Suite struct ClosedDoorTests {
    private static let ann = ClosedDoor(
        PeerIdentity(userID: 1001, groupIDs: [1001]), userName: { [7: "rd", 1001: "ann"][$0] },
        groupName: { $0 == 70 ? "runway" : nil })
    private static let failure = SystemFailure(call: "connect", code: 13, path: "/r/x.sock")

    private static func words(_ permissions: UInt32, group: UInt32 = 70) -> String {
        let part = SocketDoor.Part(
            "/r/x.sock", isSocket: true, owner: 7, group: group, permissions: permissions)
        return ann.words(for: failure, SocketDoor([part]))
    }

    @Test func `a closed socket is said in words, with the group to ask for`() {
        #expect(
            Self.words(0o660) == "user 1001 (ann) is not permitted to open the socket /r/x.sock, "
                + "which lets in user rd and group runway; ask for membership of that group, as "
                + "usermod -a -G runway ann gives it from the next log-in on")
        #expect(Self.words(0o600).contains("lets in user rd alone; ask who runs the daemon for a"))
        let root = Self.words(0o660, group: 0)
        #expect(root.contains("user rd and group 0; ask who runs the daemon for a socket"))
        #expect(!root.contains("usermod"))
        #expect(Self.words(0o666).contains("not permitted to use the socket as user 1001 (ann)"))
    }

    @Test(arguments: [
        (#"{"code":"authorization_not_determined","read":[],"kinds":[]}"#, "no rule of the"),
        (#"{"read":[],"kinds":[],"observe":true}"#, "no right to read anything; ask who runs"),
        (#"{"read":["steps"],"kinds":["entry"]}"#, nil), (#"{"read":[],"kinds":["event"]}"#, nil),
    ])
    func `a greeting without a right to read is said in words`(rights: String, words: String?) {
        let greeting = JSONValue(line: #"{"type":"hello","rights":\#(rights)}"#.utf8)
        let told = Self.ann.words(for: greeting)
        #expect((told == nil) == (words == nil))
        if let words { #expect(told?.contains(words) == true) }
        if let told { #expect(told.hasPrefix("not permitted: ") && told.contains("1001 (ann)")) }
    }

    @Test func `a daemon that knows no rights refuses nothing`() {
        #expect(Self.ann.words(for: JSONValue(line: #"{"type":"hello"}"#.utf8)) == nil)
        #expect(Self.ann.words(for: nil) == nil)
    }
}
