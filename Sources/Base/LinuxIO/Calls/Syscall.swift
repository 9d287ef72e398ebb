import Glibc

/// The one place that reads `errno`, so that nothing can change it between the call and the read.
///
/// A call that a signal interrupted is made again. A descriptor or an address that the kernel does
/// not accept is a mistake of this program, and going on could hit somebody else's file: it traps.
enum Syscall {
    /// What a call returned, and the error number, which is 0 unless the value is -1.
    struct Outcome<Value: FixedWidthInteger & SignedInteger> {
        let value: Value
        let code: Int32
    }

    /// Makes the call once and returns whatever comes, our mistakes included.
    @inline(__always)
    static func onceUntrapped<Value>(_ call: () -> Value) -> Outcome<Value> {
        let value = call()
        return Outcome(value: value, code: value == -1 ? errno : 0)
    }

    /// Makes the call once, interrupted or not.
    @inline(__always)
    static func once<Value>(_ name: StaticString, _ call: () -> Value) -> Outcome<Value> {
        let outcome = onceUntrapped(call)
        precondition(
            outcome.code != EBADF && outcome.code != EFAULT,
            "\(name): bad descriptor or address")
        return outcome
    }

    /// Makes the call until no signal interrupts it, and returns whatever comes.
    @inline(__always)
    static func attemptUntrapped<Value>(_ call: () -> Value) -> Outcome<Value> {
        while true {
            let outcome = onceUntrapped(call)
            if outcome.code != EINTR { return outcome }
        }
    }

    /// Makes the call until no signal interrupts it.
    @inline(__always)
    static func attempt<Value>(_ name: StaticString, _ call: () -> Value) -> Outcome<Value> {
        while true {
            let outcome = once(name, call)
            if outcome.code != EINTR { return outcome }
        }
    }

    /// Makes the call until no signal interrupts it, and throws any other error.
    @inline(__always) @discardableResult
    static func check<Value: FixedWidthInteger & SignedInteger>(
        _ name: StaticString, path: String? = nil, _ call: () -> Value
    ) throws(SystemFailure) -> Value {
        let outcome = attempt(name, call)
        guard outcome.code == 0 else {
            throw SystemFailure(call: name.description, code: outcome.code, path: path)
        }
        return outcome.value
    }
}

/// The Linux calls that the Glibc module leaves out, found by name in the C library.
///
/// The module covers neither <sys/epoll.h> nor <sys/signalfd.h> nor <malloc.h>, nor what hides
/// behind `_GNU_SOURCE`. Every process has the C library loaded, and these functions have been in
/// it since glibc 2.10 (2009), so a name that is not found means a broken machine and traps.
enum LinuxCall {
    typealias Accept =
        @Sendable @convention(c) (
            Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32
        ) -> Int32
    typealias EpollCreate = @Sendable @convention(c) (Int32) -> Int32
    typealias EpollControl =
        @Sendable @convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
    typealias EpollWait =
        @Sendable @convention(c) (Int32, UnsafeMutableRawPointer, Int32, Int32) -> Int32
    typealias AllocatorOption = @Sendable @convention(c) (Int32, Int32) -> Int32
    typealias MemoryFile =
        @Sendable @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    typealias Pipe = @Sendable @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    typealias System = @Sendable @convention(c) (Int, Int32, UInt32) -> Int
    typealias PathSystem =
        @Sendable @convention(c) (Int, Int32, UnsafePointer<CChar>, UInt32, Int32) -> Int
    typealias SignalDescriptor =
        @Sendable @convention(c) (Int32, UnsafePointer<sigset_t>, Int32) -> Int32

    /// accept4(2).
    static let accept = unsafeBitCast(address(of: "accept4"), to: Accept.self)
    /// epoll_create1(2).
    static let epollCreate = unsafeBitCast(address(of: "epoll_create1"), to: EpollCreate.self)
    /// epoll_ctl(2); the event is 12 or 16 bytes long, see `EventBuffer`.
    static let epollControl = unsafeBitCast(address(of: "epoll_ctl"), to: EpollControl.self)
    /// epoll_wait(2).
    static let epollWait = unsafeBitCast(address(of: "epoll_wait"), to: EpollWait.self)
    /// mallopt(3).
    static let allocatorOption = unsafeBitCast(address(of: "mallopt"), to: AllocatorOption.self)
    /// memfd_create(2), in the library since glibc 2.27 (2018).
    static let memoryFile = unsafeBitCast(address(of: "memfd_create"), to: MemoryFile.self)
    /// syscall(2) with two arguments, for calls that the library has wrapped only lately.
    static let system = unsafeBitCast(address(of: "syscall"), to: System.self)
    /// The number of pidfd_open(2), the same on every architecture; in Linux since 5.3 (2019).
    static let processDescriptorOpen = 434
    /// syscall(2) of a call that takes a folder, a name in it, a mode and flags.
    static let pathSystem = unsafeBitCast(address(of: "syscall"), to: PathSystem.self)
    /// The number of fchmodat2(2), the same on every architecture; in Linux since 6.6 (2023).
    static let changeModeAt = 452
    /// pipe2(2).
    static let pipe = unsafeBitCast(address(of: "pipe2"), to: Pipe.self)
    /// signalfd(2).
    static let signalDescriptor = unsafeBitCast(
        address(of: "signalfd"), to: SignalDescriptor.self)

    private static func address(of name: String) -> UnsafeMutableRawPointer {
        guard let address = dlsym(nil, name) else {
            preconditionFailure("the C library has no \(name)")
        }
        return address
    }
}
