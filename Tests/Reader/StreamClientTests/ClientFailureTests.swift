import LinuxIO
import StreamClient
import Testing

@Suite struct ClientFailureTests {
    private static let refused = SystemFailure(call: "connect", code: 13, path: "/x")

    @Test(
        arguments: [
            .noDaemon(tried: ["/x"]), .permission(refused), .linkLost, .silent, .interrupted,
            .refused(code: "too_many_clients", "It is full.", mayPass: true),
            .dismissed("The server is shutting down"),
            .unanswered(request: "status", waited: .seconds(10)),
            .system(refused),
        ] as [ClientFailure])
    func `what a daemon that comes or goes looks like may pass`(failure: ClientFailure) {
        #expect(failure.mayPass)
    }

    @Test func `another path or another protocol does not`() throws {
        let error = #expect(throws: SocketPathFailure.self) { try SocketPath("") }
        #expect(!ClientFailure.badPath(try #require(error)).mayPass)
        #expect(!ClientFailure.protocolViolation("it speaks version 2.0, not 1.0").mayPass)
    }
}
