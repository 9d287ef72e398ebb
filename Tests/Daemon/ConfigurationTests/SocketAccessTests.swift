import CommandLine
import LinuxIO
import Testing
import WireProtocol

@testable import Configuration

/// Rules of `access` about users who cannot open the socket.
@Suite struct SocketAccessTests {
    private static let people: SocketAccess.People = {
        var people = SocketAccess.People()
        people.named = { name in
            switch name {
            case "ann": PeerIdentity(userID: 1001, groupIDs: [1001, 70])
            case "bob": PeerIdentity(userID: 1002, groupIDs: [1002])
            case "root": PeerIdentity(userID: 0, groupIDs: [0])
            case _: nil
            }
        }
        people.name = { [0: "root", 7: "runway", 1001: "ann", 1002: "bob"][$0] }
        people.group = { $0 == 70 ? "runway" : nil }
        return people
    }()

    private static func warnings(_ rules: String, folder: UInt32 = 0o755) throws -> [String] {
        let settings = try settings(file: "{\n access: [\(rules)] }")
        #expect(settings.findings == [])
        let door = SocketDoor([
            SocketDoor.Part("/run/runway", owner: 7, group: 70, permissions: folder),
            SocketDoor.Part(
                "/run/runway/x.sock", isSocket: true, owner: 7, group: 70, permissions: 0o660),
        ])
        return SocketAccess(settings, door: door, people).findings.map { finding in
            #expect(finding.isWarning)
            return "\(finding)"
        }
    }

    @Test func `a user outside the group of the socket is told how to get in`() throws {
        let rules = #"{user: "ann", read: "*"}, {user: "bob", read: "*"}, {uid: 1002, read: "*"}"#
        let remedy =
            "(mode 660); add the user to the group, as usermod -a -G runway bob does, or remove "
            + "the rule"
        let sentence =
            "access: user \"bob\" cannot open the socket /run/runway/x.sock, which lets in user "
            + "runway and group runway "
        let warnings = try Self.warnings(rules)
        #expect(warnings.count == 2)
        #expect(warnings.allSatisfy { $0.hasSuffix(sentence + remedy) })
        #expect(warnings.first?.hasPrefix("etc/x.json5:2:") == true)
    }

    @Test func `a number without an account is in no group`() throws {
        let warnings = try Self.warnings("{uid: 4711, read: \"*\"}")
        #expect(warnings.count == 1)
        #expect(warnings[0].contains("access: the user cannot open the socket"))
        #expect(warnings[0].contains("usermod -a -G runway USER"))
    }

    @Test func `root, the daemon, groups and everybody are not asked about`() throws {
        let rules =
            #"{daemon: true, read: "*"}, {user: "root", read: "*"}, {uid: 0, read: "*"}, "#
            + #"{group: "x", read: "*"}, {user: "nobody-there", read: "*"}, {read: "*"}"#
        #expect(try Self.warnings(rules).isEmpty)
    }

    @Test func `a folder that is its user's alone keeps the group out too`() throws {
        let warnings = try Self.warnings(#"{user: "ann", read: "*"}"#, folder: 0o700)
        #expect(warnings.count == 1)
        #expect(
            warnings[0].contains(
                "user \"ann\" cannot open the folder of the socket, /run/runway, which lets in "
                    + "user runway alone (mode 700); run the daemon with a group for its readers"))
    }

    @Test func `a check says so, and ends well`() throws {
        let directory = try TemporaryDirectory(prefix: "runway-access")
        let text = "{socket: '\(directory.path)/x.sock',\n access: [{uid: 4294967290, read: '*'}] }"
        let check = try ConfigurationCheck(try settings(file: text)) { _ in "" }
        #expect(check.code == .success)
        #expect(check.errors.hasPrefix("warning: etc/x.json5:2:"))
        #expect(check.errors.contains("cannot open the "))
    }

    @Test func `a peer is called by the name that its user has, with the number`() throws {
        let settings = try settings(file: "{\n access: [{uid: 1001, read: '*'}] }")
        let rules = try NamedAccess(
            settings, names: AccountNames { _ in .absent }, daemon: 999,
            users: UserNames(passwd: Array("ann:x:1001:1001::/:".utf8))
        ).rules
        #expect(rules.rights(of: PeerIdentity(userID: 1001, groupIDs: [])).user == "1001 (ann)")
        #expect(rules.rights(of: PeerIdentity(userID: 1002, groupIDs: [])).user == "1002")
        #expect(rules.rights(of: .unknown).user == nil)
        let refusal = #expect(throws: WireError.self) {
            _ = try rules.rights(of: PeerIdentity(userID: 1001, groupIDs: [])).permitted(.status)
        }
        #expect(
            refusal?.reason == "status needs the right observe, which user 1001 (ann) does not "
                + "have.")
    }
}
