import Glibc

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
