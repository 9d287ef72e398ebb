import Glibc
import LinuxIO

/// The end at which a service manager hears how a process is.
package final class ManagerSocket: Sendable {
    package let name: String
    private let descriptor: Descriptor

    /// How long a test waits for anything before it fails.
    package static let patience = Duration.seconds(30)

    /// - Parameter name: a path, or `@` and an abstract name.
    package init(_ name: String) throws(SystemFailure) {
        self.name = name
        let type = Int32(bitPattern: SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = Descriptor(adopting: socket(AF_UNIX, type, 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
        if name.hasPrefix("@") { address.sun_path.0 = 0 }
        let raw = descriptor.raw
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, length) }
        }
        guard code == 0 else { throw SystemFailure(call: "bind", code: errno, path: name) }
    }

    /// The next datagram as it was sent; nil when none comes for so long.
    package func text(within patience: Duration = .zero) throws -> String? {
        guard try Poll.readable(descriptor.raw, timeout: patience) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// The assignments of the next datagram; none when the process stays silent for so long.
    package func next(
        within patience: Duration = ManagerSocket.patience
    ) throws -> [String] {
        let text = try text(within: patience) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
