import LinuxIO
import Testing

@Suite struct SocketDoorTests {
    private static func door(_ socket: UInt32, folder: UInt32 = 0o755) -> SocketDoor {
        SocketDoor([
            SocketDoor.Part("/run", owner: 0, group: 0, permissions: 0o755),
            SocketDoor.Part("/run/x", owner: 7, group: 70, permissions: folder),
            SocketDoor.Part(
                "/run/x/sock", isSocket: true, owner: 7, group: 71, permissions: socket),
        ])
    }

    @Test(
        arguments: [
            (0, [], nil), (7, [], nil), (8, [71], nil), (8, [70], "/run/x/sock"),
            (8, [], "/run/x/sock"),
        ] as [(UInt32, Set<UInt32>, String?)])
    func `owner, group and root get in, and nobody else`(
        user: UInt32, groups: Set<UInt32>, closed: String?
    ) {
        let peer = PeerIdentity(userID: user, groupIDs: groups)
        #expect(Self.door(0o660).part(keepingOut: peer)?.path == closed)
    }

    @Test func `a folder that cannot be searched keeps out too, and the first class decides`() {
        let member = PeerIdentity(userID: 8, groupIDs: [71])
        #expect(Self.door(0o666, folder: 0o700).part(keepingOut: member)?.path == "/run/x")
        #expect(Self.door(0o606).part(keepingOut: member)?.isSocket == true)
        let stranger = PeerIdentity(userID: nil, groupIDs: [])
        #expect(Self.door(0o606).part(keepingOut: stranger) == nil)
    }

    @Test func `a path is looked at from the root on, and what is missing is what would be made`()
        throws
    {
        let directory = try TemporaryDirectory(prefix: "runway-door")
        let path = "\(directory.path)/none.sock"
        #expect(SocketDoor(of: path).parts.last?.path == directory.path)
        let made = try #require(SocketDoor(of: path, elseMadeWith: 0o660).parts.last)
        #expect(made.isSocket && made.owner == CurrentProcess.effectiveUserID)
        let own = PeerIdentity.ofThisProcess
        #expect(SocketDoor(of: path, elseMadeWith: 0o660).part(keepingOut: own) == nil)
        #expect(own.userID == CurrentProcess.effectiveUserID)
    }
}

@Suite struct UserNamesTests {
    @Test func `numbers have the first name of the file`() {
        let text = "root:x:0:0::/root:/bin/sh\nann:x:1001:1001::/:\nbob:x:1001:7::/:\n"
        let names = UserNames(passwd: Array(text.utf8))
        #expect(names.shown(0) == "0 (root)")
        #expect(names.shown(1001) == "1001 (ann)")
        #expect(names.shown(4) == "4" && names.name(of: 4) == nil)
    }

    @Test(arguments: [
        "", "::::", "ann", "ann:x", "ann:x:-1:", "ann:x:4294967296:", "ann:x:1e3:",
        "\u{1b}[2J:x:9:", ":x:9:", "a b:x:9:", "+@net::9:\u{7f}",
    ])
    func `a line that is none names nobody`(line: String) {
        let names = UserNames(passwd: Array(line.utf8))
        for number in [0, 9, 1000, UInt32.max] where !line.hasPrefix("+") {
            #expect(names.name(of: number) == nil)
        }
    }

    @Test func `a file without end has bounds`() {
        let text = (0..<10_000).map { "u\($0):x:\($0):\n" }.joined()
        let names = UserNames(passwd: Array(text.utf8))
        #expect(names.name(of: 4095) == "u4095" && names.name(of: 4096) == nil)
        let long = String(repeating: "x", count: 33)
        #expect(UserNames(passwd: Array("\(long):x:1:".utf8)).name(of: 1) == nil)
        #expect(UserNames.ofMachine().name(of: 0) == UserAccount.name(of: 0))
    }
}
