import Glibc
import LinuxIO

/// The end at which a service manager hears how a process is.
final class ManagerSocket: Sendable {
    let name: String
    private let descriptor: Descriptor

    /// - Parameter name: a path, or `@` and an abstract name.
    init(_ name: String) throws {
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

    /// What was told last and has not been heard yet, nil if nothing was.
    func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}
