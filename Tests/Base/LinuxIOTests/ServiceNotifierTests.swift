import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct ServiceNotifierTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `each state is an assignment, several are lines of one datagram`() throws {
        let manager = try ManagerSocket(scratch.path("notify"))
        let notifier = try ServiceNotifier(to: manager.name)
        try notifier.tell([.ready, .status("3 sessions")])
        try notifier.tell([.watchdog])
        try notifier.tell([.stopping])
        #expect(try manager.text() == "READY=1\nSTATUS=3 sessions")
        #expect(try manager.text() == "WATCHDOG=1")
        #expect(try manager.text() == "STOPPING=1")
        #expect(try manager.text() == nil)
    }

    @Test(arguments: ["a\nREADY=1", "a\r\nb", "a\u{2028}b"])
    func `a status cannot smuggle in a line of its own`(text: String) throws {
        let manager = try ManagerSocket(scratch.path("notify"))
        try ServiceNotifier(to: manager.name).tell([.status(text)])
        let heard = try #require(try manager.text())
        #expect(heard.hasPrefix("STATUS=a ") && !heard.contains(where: \.isNewline), "\(heard)")
    }

    @Test(arguments: [1, 60, 106])
    func `an abstract name is reached, however long it may be`(length: Int) throws {
        let random = String(SystemRandom.bits(), radix: 36)
        let name = "@" + String((random + String(repeating: "x", count: 106)).prefix(length))
        let manager = try ManagerSocket(name)
        try ServiceNotifier(to: name).tell([.ready])
        #expect(try manager.text() == "READY=1")
    }

    @Test(arguments: ["notify", "@", "/", "vsock:2:1234", "./notify", "/a\0b", "@a\0b"])
    func `what is no address is named`(text: String) {
        expectBadAddress(text)
    }

    @Test(arguments: ["/", "@"])
    func `what does not fit into an address is named, not cut`(start: String) throws {
        expectBadAddress(start + String(repeating: "x", count: 107))
        _ = try ServiceNotifier(to: start + String(repeating: "x", count: 106))
    }

    private func expectBadAddress(
        _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let failure = #expect(throws: ServiceNotifierFailure.self, sourceLocation: sourceLocation) {
            _ = try ServiceNotifier(to: text)
        }
        #expect(failure == .badAddress(text), sourceLocation: sourceLocation)
        #expect(failure?.description.contains(text) == true, sourceLocation: sourceLocation)
    }

    @Test func `a manager that does not listen is a failure that can be mended`() throws {
        let path = scratch.path("notify")
        let notifier = try ServiceNotifier(to: path)
        let missing = #expect(throws: SystemFailure.self) { try notifier.tell([.ready]) }
        #expect(missing?.isNotFound == true)
        #expect(missing?.path == path)
        let manager = try ManagerSocket(path)
        try notifier.tell([.ready])
        #expect(try manager.text() == "READY=1")
    }

    @Test func `a manager that is behind is not waited for`() throws {
        let manager = try ManagerSocket(scratch.path("notify"))
        let notifier = try ServiceNotifier(to: manager.name)
        let failure = #expect(throws: SystemFailure.self) {
            while true { try notifier.tell([.watchdog]) }
        }
        #expect(failure?.isWouldBlock == true)
        #expect(try manager.text() == "WATCHDOG=1")
        try notifier.tell([.stopping])
        var last: String?
        while let text = try manager.text() { last = text }
        #expect(last == "STOPPING=1")
    }

    @Test func `programs started later do not inherit the socket`() async {
        await #expect(processExitsWith: .success) {
            let before = dup(0)
            close(before)
            let notifier = try ServiceNotifier(to: "/nowhere")
            precondition(fcntl(before, F_GETFD) == FD_CLOEXEC)
            withExtendedLifetime(notifier) {}
        }
    }
}
