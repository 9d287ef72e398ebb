import Glibc
import Testing

@testable import LinuxIO

@Suite struct PeerIdentityTests {
    private static let whole = "         0          0 4294967295\n"

    @Test func `a peer is its user, its group and its supplementary groups`() throws {
        let pair = try SocketPair()
        let peer = PeerIdentity(of: pair.first.raw, in: .initial)
        #expect(peer.userID == CurrentProcess.effectiveUserID)
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = getgroups(65_536, &groups)
        #expect(peer.groupIDs == Set(groups.prefix(Int(count)) + [getegid()]))
    }

    @Test func `of what is no socket nobody is known`() throws {
        let folder = try TemporaryDirectory(prefix: "peer")
        let number = Glibc.open(folder.path, O_RDONLY)
        defer { close(number) }
        #expect(PeerIdentity(of: number, in: .initial) == .unknown)
    }

    @Test func `groups that the kernel does not tell are not none`() {
        // More than once one may not trust it: the number of groups of a peer never changes.
        for code in [ENOPROTOOPT, EINVAL, EBADF, EIO, ERANGE] {
            #expect(PeerIdentity.supplementaryGroups { _, _ in code } == nil)
        }
        #expect(
            PeerIdentity.supplementaryGroups { _, length in
                length *= 2
                return ERANGE
            } == nil)
        let many = PeerIdentity.supplementaryGroups { groups, length in
            guard length == 400 else {
                length = 400
                return ERANGE
            }
            groups?.storeBytes(of: 7, toByteOffset: 396, as: UInt32.self)
            return 0
        }
        #expect(many?.count == 100 && many?.last == 7)
        #expect(
            PeerIdentity.supplementaryGroups { _, length in
                length = 0
                return 0
            } == [])
    }

    @Test func `in the initial namespace every number says who it is`() {
        let read = UserNamespace(
            userMap: Self.whole, groupMap: Self.whole, overflow: (65_534, 65_534))
        #expect(read == .initial)
        for number in [0, 1000, 65_534, 65_535, .max - 1] as [UInt32] {
            #expect(read.knowsUser(number) && read.knowsGroup(number))
        }
    }

    @Test(arguments: [
        nil, "0 100000 65536\n", "0 1000 1\n", "0 0 4294967294\n", "1 0 4294967295\n", "",
        "0 1000 1\n1 100000 65536\n",
    ])
    func `behind a map that is unknown or leaves numbers out, the overflow id is nobody`(
        map: String?
    ) {
        let usual = UserNamespace(userMap: map, groupMap: map, overflow: (nil, nil))
        #expect(!usual.knowsUser(65_534) && !usual.knowsGroup(65_534))
        #expect(usual.knowsUser(0) && usual.knowsGroup(65_535))
        let other = UserNamespace(userMap: map, groupMap: Self.whole, overflow: (7, 8))
        #expect(!other.knowsUser(7) && other.knowsUser(65_534) && other.knowsGroup(8))
    }

    @Test func `accounts are found by name`() {
        #expect(Accounts.userID(named: "root") == .found(0))
        #expect(Accounts.groupID(named: "root") == .found(0))
        for name in ["", "no such user", String(repeating: "x", count: 10_000), "root\n"] {
            #expect(Accounts.userID(named: name) == .absent, "\(name)")
            #expect(Accounts.groupID(named: name) == .absent, "\(name)")
        }
    }

    @Test func `a look-up that fails is none that finds nobody`() {
        func lookUp(_ answers: (Int32, UInt32?)...) -> AccountLookup {
            var answers = answers[...]
            return Accounts.lookUp("getpwnam_r") { _, _ in answers.popFirst() ?? (ERANGE, nil) }
        }
        for code in [EIO, EMFILE, ENFILE, ENOMEM, EAGAIN, ECONNREFUSED, EPERM] {
            let failure = SystemFailure(call: "getpwnam_r", code: code)
            #expect(lookUp((code, nil)) == .failed(failure))
            // A number beside an error is none.
            #expect(lookUp((EINTR, nil), (ERANGE, nil), (code, 7)) == .failed(failure))
        }
        #expect(lookUp((EINTR, nil), (ERANGE, nil), (0, 7)) == .found(7))
        #expect(lookUp((0, nil)) == .absent && lookUp((ENOENT, nil)) == .absent)
        #expect(lookUp() == .failed(SystemFailure(call: "getpwnam_r", code: ERANGE)))
    }
}
