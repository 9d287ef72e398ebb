import LoadTesting
import Testing

@Suite struct LoadNeedsTests {
    private func needs(_ subscribers: Int, embedded: Bool = false) -> LoadNeeds {
        LoadNeeds(subscribers: subscribers, sessions: 10, isEmbedded: embedded)
    }

    @Test func `a subscriber takes a descriptor, and two beside its daemon`() {
        #expect(needs(1000).openFiles == 1032)
        #expect(needs(1000, embedded: true).openFiles == 2128)
    }

    @Test(arguments: [false, true])
    func `the most that is said to fit does, and one more does not`(isEmbedded: Bool) {
        let rooms = [
            LoadNeeds.Room(openFiles: 1024), .init(openFiles: 1 << 20, bytes: 100 << 20),
            .init(openFiles: 1 << 20, connections: 77),
        ]
        for room in rooms {
            let most = needs(1, embedded: isEmbedded).most(in: room)
            #expect(most > 0)
            #expect(needs(most, embedded: isEmbedded).shortage(in: room) == nil)
            #expect(needs(most + 1, embedded: isEmbedded).shortage(in: room) != nil)
        }
    }

    @Test func `what is short is named with both numbers`() throws {
        let files = try #require(needs(1000).shortage(in: .init(openFiles: 1024)))
        #expect(files == "1032 open files, and the limit is 1024")
        let clients = try #require(
            needs(1000).shortage(in: .init(openFiles: 1 << 20, connections: 3)))
        #expect(clients == "as many connections, and the daemon takes 3 more")
    }

    @Test func `nothing fits where there is nothing`() {
        #expect(needs(1).most(in: .init(openFiles: 3)) == 0)
    }
}
