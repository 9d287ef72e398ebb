import Dispatch
import Glibc
import Synchronization
import Testing

@testable import LinuxIO

@Suite struct ListeningSocketTests {
    private let scratch: Scratch
    private let path: SocketPath

    init() throws {
        scratch = try Scratch()
        path = try scratch.socketPath()
    }

    @Test func `a free name is bound and a peer is accepted ready for use`() throws {
        let listener = try ListeningSocket.bind(path: path)
        let client = try StreamSocket.connect(to: path)
        let peer = try #require(try listener.accept()?.release())
        defer { close(peer) }
        #expect(fcntl(peer, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(peer, F_GETFD) == FD_CLOEXEC)
        #expect(StreamSocket.send("hello", to: client.raw) == .sent(5))
        #expect(StreamSocket.receiveText(from: peer).text == "hello")
    }

    @Test func `without a peer there is nothing to accept`() throws {
        let listener = try ListeningSocket.bind(path: path)
        let isAccepted = try listener.accept() != nil
        #expect(!isAccepted)
        #expect(fcntl(listener.raw, F_GETFD) == FD_CLOEXEC)
    }

    @Test func `the folder holds nothing but the socket, and nothing once it is closed`() throws {
        let listener = try ListeningSocket.bind(path: path)
        #expect(scratch.names() == ["x.sock"])
        listener.close()
        #expect(scratch.names().isEmpty)
    }

    @Test func `the kernel sets a mode without proc, and says where it cannot`() throws {
        let listener = try ListeningSocket.bind(path: path, mode: 0o600)
        do throws(SystemFailure) {
            try SocketMode.setByKernel(0o666, of: path.text)
            #expect(try FileStatus.of(path.text)?.permissions == 0o666)
        } catch {
            // Linux before 6.6.
            #expect(error.isUnsupported)
            #expect(ListenFailure(error, directory: "/") == .narrowed(path: path.text))
        }
        listener.close()
    }

    @Test func `a stale socket is replaced`() throws {
        try scratch.leaveStaleSocket(at: path)
        #expect(try FileStatus.of(path.text)?.kind == .socket)
        let listener = try ListeningSocket.bind(path: path)
        _ = try StreamSocket.connect(to: path)
        let isAccepted = try listener.accept() != nil
        #expect(isAccepted)
    }

    @Test func `a live socket is left alone`() throws {
        let listener = try ListeningSocket.bind(path: path)
        expectRefusal(.busy(path: path.text))
        _ = try StreamSocket.connect(to: path)
        let isAccepted = try listener.accept() != nil
        #expect(isAccepted)
    }

    @Test func `a live socket whose queue is full is left alone`() throws {
        let listener = try ListeningSocket.bind(path: path, backlog: 0)
        let waiting = try StreamSocket.connect(to: path, nonBlocking: true)
        let full = #expect(throws: SystemFailure.self) {
            _ = try StreamSocket.connect(to: path, nonBlocking: true)
        }
        #expect(full?.isWouldBlock == true)
        expectRefusal(.busy(path: path.text))
        #expect(waiting.raw != listener.raw)
    }

    @Test func `a regular file is left alone`() throws {
        try FileContent.replace(path.text, with: bytes("precious"))
        expectRefusal(.notASocket(path: path.text, kind: .regular))
        #expect(try FileContent.read(path.text, limitBytes: 100) == bytes("precious"))
    }

    @Test func `a directory is left alone`() throws {
        try Directory.create(path.text)
        expectRefusal(.notASocket(path: path.text, kind: .directory))
    }

    @Test func `a link is left alone even if it leads to a stale socket`() throws {
        let target = try scratch.socketPath("target.sock")
        try scratch.leaveStaleSocket(at: target)
        symlink(target.text, path.text)
        expectRefusal(.notASocket(path: path.text, kind: .symbolicLink))
        #expect(try FileStatus.of(target.text)?.kind == .socket)
    }

    @Test func `a missing folder is named`() throws {
        let path = try scratch.socketPath("missing/x.sock")
        let failure = #expect(throws: ListenFailure.self) {
            _ = try ListeningSocket.bind(path: path)
        }
        #expect(failure == .noDirectory(path: scratch.path("missing")))
    }

    @Test func `a folder that another program keeps locked is named`() throws {
        let holder = Glibc.open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(holder) }
        #expect(flock(holder, LOCK_EX) == 0)
        let failure = #expect(throws: ListenFailure.self) {
            _ = try ListeningSocket.bind(path: path, lockPatience: .zero)
        }
        #expect(failure == .locked(directory: scratch.path))
        // A process that another test starts may share the descriptor for a moment: only lifting
        // the lock, not closing, is certain to end it.
        #expect(flock(holder, LOCK_UN) == 0)
        _ = try ListeningSocket.bind(path: path)
    }

    @Test func `a folder that is closed to the user is a question of permission`() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let path = try scratch.socketPath()
            chmod(scratch.path, 0o555)
            // The superuser may write everywhere.
            if geteuid() == 0 { seteuid(65534) }
            do throws(ListenFailure) {
                _ = try ListeningSocket.bind(path: path)
                exit(EXIT_FAILURE)
            } catch {
                guard case .permission = error else { exit(EXIT_FAILURE) }
            }
            seteuid(0)
            withExtendedLifetime(scratch) {}
        }
    }

    @Test(arguments: [0o600, 0o660, 0o666, 0o777] as [UInt32])
    func `the mode is exact under the tightest mask`(mode: UInt32) async {
        await #expect(processExitsWith: .success) { [mode] in
            let scratch = try Scratch()
            let path = try scratch.socketPath()
            defer { withExtendedLifetime(scratch) {} }
            umask(0o777)
            let listener = try ListeningSocket.bind(path: path, mode: mode)
            let status = try FileStatus.of(path.text)
            precondition(status?.permissions == mode, "\(String(describing: status))")
            listener.close()
        }
    }

    @Test func `the mode is exact under the widest mask`() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let path = try scratch.socketPath()
            defer { withExtendedLifetime(scratch) {} }
            umask(0)
            let listener = try ListeningSocket.bind(path: path, mode: 0o600)
            let status = try FileStatus.of(path.text)
            precondition(status?.permissions == 0o600, "\(String(describing: status))")
            listener.close()
        }
    }

    @Test func `a file that took the name meanwhile stays`() throws {
        let listener = try ListeningSocket.bind(path: path)
        unlink(path.text)
        try FileContent.replace(path.text, with: bytes("someone else's"))
        listener.close()
        #expect(try FileStatus.of(path.text)?.kind == .regular)
    }

    @Test func `a socket that took the name meanwhile stays and answers`() throws {
        let first = try ListeningSocket.bind(path: path)
        unlink(path.text)
        let second = try ListeningSocket.bind(path: path)
        first.close()
        _ = try StreamSocket.connect(to: path)
        let isAccepted = try second.accept() != nil
        #expect(isAccepted)
    }

    @Test func `a shortage of descriptors is reported and the peer keeps waiting`() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let path = try scratch.socketPath()
            defer { withExtendedLifetime(scratch) {} }
            let listener = try ListeningSocket.bind(path: path)
            let client = try StreamSocket.connect(to: path)
            var limit = rlimit()
            let resource = __rlimit_resource_t(bitPattern: RLIMIT_NOFILE.rawValue)
            getrlimit(resource, &limit)
            let wide = limit.rlim_cur
            limit.rlim_cur = 0
            setrlimit(resource, &limit)
            do throws(SystemFailure) {
                _ = try listener.accept()
                exit(EXIT_FAILURE)
            } catch {
                precondition(error.code == EMFILE, "\(error)")
            }
            limit.rlim_cur = wide
            setrlimit(resource, &limit)
            let isAccepted = try listener.accept() != nil
            precondition(isAccepted && client.raw > 0)
        }
    }

    @Test(arguments: 0..<20)
    func `of many daemons started at once on a stale socket one wins`(round: Int) throws {
        try scratch.leaveStaleSocket(at: path)
        let daemons = 8
        let winners = Mutex<[Listener]>([])
        // All but one want to write it at once, and the sanitizer sees no order in a mutex that
        // threads wait for.
        let refusals = Atomic(0)
        let started = Atomic(0)
        let group = DispatchGroup()
        for daemon in 0..<daemons {
            DispatchQueue(label: "daemon \(daemon)").async(group: group) { [path] in
                started.add(1, ordering: .relaxed)
                while started.load(ordering: .relaxed) < daemons { sched_yield() }
                do throws(ListenFailure) {
                    let listener = Listener(try ListeningSocket.bind(path: path))
                    winners.withLock { $0.append(listener) }
                } catch {
                    #expect(error == .busy(path: path.text), "round \(round)")
                    refusals.add(1, ordering: .relaxed)
                }
            }
        }
        group.wait()
        #expect(refusals.load(ordering: .relaxed) == daemons - 1, "round \(round)")
        _ = try StreamSocket.connect(to: path)
        let winner = try #require(winners.withLock { $0 }.first)
        let isAccepted = try winner.socket.accept() != nil
        #expect(isAccepted, "round \(round)")
    }

    private final class Listener: Sendable {
        let socket: ListeningSocket

        init(_ socket: consuming ListeningSocket) { self.socket = socket }
    }

    private func expectRefusal(
        _ expected: ListenFailure, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let failure = #expect(throws: ListenFailure.self, sourceLocation: sourceLocation) {
            _ = try ListeningSocket.bind(path: path)
        }
        #expect(failure == expected, sourceLocation: sourceLocation)
        #expect(failure?.description.contains(path.text) == true, sourceLocation: sourceLocation)
    }
}
