import Glibc
import LinuxIO
import Testing

@Suite struct PeerCredentialsTests {
    @Test func `both ends see the process that made them`() throws {
        let pair = try SocketPair()
        for raw in [pair.first.raw, pair.second.raw] {
            let peer = try PeerCredentials(of: raw)
            #expect(peer.processID == CurrentProcess.id)
            #expect(peer.userID == CurrentProcess.effectiveUserID)
            #expect(peer.groupID == getegid())
        }
    }

    @Test func `what is no socket has no peer`() throws {
        let failure = #expect(throws: SystemFailure.self) {
            let folder = try TemporaryDirectory(prefix: "peer")
            let number = Glibc.open(folder.path, O_RDONLY)
            defer { close(number) }
            _ = try PeerCredentials(of: number)
        }
        #expect(failure?.code == ENOTSOCK)
    }
}
