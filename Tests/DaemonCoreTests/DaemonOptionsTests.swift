import CommandLine
import Testing

@testable import DaemonCore

@Suite struct DaemonOptionsTests {
    private func clients(limit: Int, set: Int? = nil) throws -> Int {
        var options = try DaemonOptions(DaemonOptions.table.parse(["--seed", "1"]))
        if let set { options.limits.clients = set }
        options.fitClients(toOpenFiles: limit, isSet: set != nil, Log(threshold: nil))
        return options.limits.clients
    }

    @Test func `no more clients are taken than there are descriptors for`() throws {
        #expect(try clients(limit: 1024) == 960)
        #expect(try clients(limit: 65) == 1)
        #expect(try clients(limit: 10) == 1)
        #expect(try clients(limit: 1 << 20) == DaemonLimits().clients)
    }

    @Test func `who says how many is taken at the word`() throws {
        #expect(try clients(limit: 1024, set: 5000) == 5000)
    }
}
