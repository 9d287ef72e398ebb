import Glibc
import LinuxIO
import Testing

@testable import StreamServer

/// Runs in a process of its own, because the limit of descriptors is the process's.
@Suite struct DescriptorShortageTests {
    @Test func `peers wait while descriptors are short and are greeted when one is free`() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedHub()
            let first = try server.call()
            let late = try ScriptedClient(server.path)
            let limit = try lowerLimit()
            try server.settle()
            #expect(server.log.count == 1)
            #expect(try late.receive().isEmpty)
            #expect(try !server.isReady, "the listener must not keep the poll busy")
            #expect(try server.ask(first, "status").map(\.type) == ["status"])
            try setLimit(limit)
            first.hangUp()
            try server.settle()
            #expect(try late.receive().map(\.type) == ["hello"])
        }
    }

    @Test func `with nobody there to leave the beat tries again`() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedHub()
            let late = try ScriptedClient(server.path)
            let limit = try lowerLimit()
            try server.settle()
            try server.beat()
            #expect(server.log.count == 2)
            #expect(try late.receive().isEmpty)
            try setLimit(limit)
            try server.beat()
            #expect(try late.receive().map(\.type) == ["hello"])
        }
    }
}

/// Lets no new descriptor be had, whichever other threads of the process close meanwhile: only the
/// numbers of the three that are always open stay allowed. Returns the limit before.
private func lowerLimit() throws -> Int {
    let limit = try OpenFileLimit.current()
    try setLimit(3)
    return limit
}

private func setLimit(_ count: Int) throws {
    var limit = rlimit()
    try #require(getrlimit(__rlimit_resource_t(bitPattern: RLIMIT_NOFILE.rawValue), &limit) == 0)
    limit.rlim_cur = rlim_t(count)
    try #require(setrlimit(__rlimit_resource_t(bitPattern: RLIMIT_NOFILE.rawValue), &limit) == 0)
}
