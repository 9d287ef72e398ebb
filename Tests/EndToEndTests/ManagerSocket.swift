import Glibc
import LinuxIO

/// The end at which a service manager hears how a daemon is.
final class ManagerSocket {
    let path: String
    private let descriptor: Descriptor

    init(_ path: String) throws {
        self.path = path
        let type = Int32(bitPattern: SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = Descriptor(adopting: socket(AF_UNIX, type, 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let raw = descriptor.raw
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw SystemFailure(call: "bind", code: errno, path: path) }
    }

    /// The assignments of the next datagram; none when the daemon stays silent for so long.
    func next(
        withinMilliseconds patience: Int = Program.patienceMilliseconds
    ) throws -> [String] {
        guard try Poll.readable(descriptor.raw, timeoutMilliseconds: patience) else { return [] }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }
}
