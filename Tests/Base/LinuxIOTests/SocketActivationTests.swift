import Glibc
import LinuxIO
import Testing

@Suite struct SocketActivationTests {
    private let scratch: Scratch
    private let path: SocketPath

    init() throws {
        scratch = try Scratch()
        path = try scratch.socketPath()
    }

    private static func environment(
        process: String? = "7", count: String? = "1", names: String? = nil
    ) -> ServiceEnvironment {
        var environment = ServiceEnvironment()
        environment.listenProcess = process
        environment.listenCount = count
        environment.listenNames = names
        return environment
    }

    /// Hands over a duplicate of `raw`, as the manager does.
    private func pass(
        _ raw: Int32, _ environment: ServiceEnvironment = Self.environment()
    ) throws -> ListeningSocket? {
        let passed = dup(raw)
        return try SocketActivation.listener(environment, processID: 7, first: passed)
    }

    @Test func `a passed socket serves, and its name outlives it`() throws {
        let manager = try ListeningSocket.bind(path: path)
        try Descriptor.duplicate(of: manager.raw).setNonBlocking(false)
        guard let listener = try pass(manager.raw) else {
            Issue.record("no socket is found")
            return
        }
        #expect(listener.path == path)
        #expect(listener.isPassed && !manager.isPassed)
        #expect(fcntl(listener.raw, F_GETFD) == FD_CLOEXEC)
        #expect(fcntl(listener.raw, F_GETFL) & O_NONBLOCK != 0)
        let early = try StreamSocket.connect(to: path)
        let isAccepted = try listener.accept() != nil
        let isAlone = try listener.accept() == nil
        #expect(isAccepted && isAlone)
        listener.close()
        let late = try StreamSocket.connect(to: path)
        let isStillAccepted = try manager.accept() != nil
        #expect(isStillAccepted)
        #expect(early.raw != late.raw)
    }

    @Test(arguments: [
        environment(process: nil), environment(process: "8"), environment(process: "soon"),
        environment(process: "07"), environment(count: nil), environment(count: "0"),
        ServiceEnvironment(),
    ])
    func `without a socket for this process there is none`(environment: ServiceEnvironment) throws {
        let manager = try ListeningSocket.bind(path: path)
        let listener = try SocketActivation.listener(
            environment, processID: 7, first: manager.raw)
        let isNone = listener == nil
        #expect(isNone)
    }

    private func expectFailure(
        _ expected: ActivationFailure, saying words: String, _ raw: Int32,
        _ environment: ServiceEnvironment = Self.environment(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let failure = #expect(throws: ActivationFailure.self, sourceLocation: sourceLocation) {
            _ = try SocketActivation.listener(environment, processID: 7, first: raw)
        }
        #expect(failure == expected, sourceLocation: sourceLocation)
        #expect(failure?.description.contains(words) == true, sourceLocation: sourceLocation)
    }

    @Test func `one socket is accepted, and of more the names are told`() throws {
        expectFailure(
            .several(count: 2, names: "read:control"), saying: "2 sockets (read:control)", 0,
            Self.environment(count: "2", names: "read:control"))
        expectFailure(
            .several(count: 3, names: nil), saying: "3 sockets, and one", 0,
            Self.environment(count: "3"))
        for text in ["-1", "one", "1 "] {
            expectFailure(.badCount(text), saying: "\"\(text)\"", 0, Self.environment(count: text))
        }
    }

    @Test func `a descriptor that is not open is told, and does not trap`() {
        expectFailure(.unsuitable(1_000_000, .notOpen), saying: "1000000", 1_000_000)
    }

    private func expectFlaw(
        _ flaw: ActivationFailure.Flaw, of raw: Int32, saying words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectFailure(
            .unsuitable(raw, flaw), saying: "descriptor \(raw) from the service manager \(words); ",
            raw, sourceLocation: sourceLocation)
        // Nobody may have passed it: then it is not ours to close.
        #expect(close(raw) == 0, sourceLocation: sourceLocation)
    }

    @Test func `what is no socket is told`() {
        expectFlaw(.noSocket, of: open(scratch.path, O_RDONLY | O_CLOEXEC), saying: "is no socket")
    }

    @Test func `a socket of another family or type is told`() {
        let stream = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let datagram = Int32(bitPattern: SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        expectFlaw(
            .otherFamily, of: socket(AF_INET, stream, 0), saying: "is no Unix socket")
        expectFlaw(
            .otherType, of: socket(AF_UNIX, datagram, 0), saying: "is no stream socket")
    }

    @Test func `a connection, as Accept=yes passes it, is told`() throws {
        let pair = try SocketPairBox()
        expectFlaw(.notListening, of: dup(pair.first), saying: "does not listen")
    }

    @Test func `a socket that no path leads to is told`() {
        let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = socket(AF_UNIX, type, 0)
        // Listening without a name gives the socket an abstract one, unix(7), autobind.
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sa_family_t>.size))
            }
        }
        #expect(listen(raw, 1) == 0)
        expectFlaw(.noPath, of: raw, saying: "has no path by which clients find it")
    }
}
