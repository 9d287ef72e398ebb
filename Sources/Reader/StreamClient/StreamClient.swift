import LinuxIO
import Vocabulary
import WireProtocol

/// A blocking connection to a daemon: requests out, lines in.
package struct StreamClient: ~Copyable {
    /// What a wait for a line ended with.
    package enum Event: Sendable {
        /// A line without its newline.
        case line(ArraySlice<UInt8>)
        /// The descriptor that was watched beside the socket became readable.
        case interrupted
        case timedOut
        /// The daemon has closed the connection.
        case ended
    }

    private let descriptor: Descriptor
    private var splitter = LineSplitter(limit: ProtocolLimits.serverLineBytes)
    private var chunk: ArraySlice<UInt8> = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var hasEnded = false
    /// When the last bytes arrived, at first when the connection was made.
    package private(set) var heardAt = MonotonicClock.now

    /// The pause before another attempt while the listener's queue of connections is full.
    private static let pause = Duration.milliseconds(20)

    /// Connects to the first of the sockets that has a listener.
    ///
    /// Throws `silent` if the listener's queue of connections stays full, as that of a frozen
    /// daemon does, and `interrupted` if `other` becomes readable first.
    ///
    /// - Parameters:
    ///   - other: a descriptor whose readability ends the wait for room in that queue.
    ///   - timeout: the limit of that wait; nil waits without a limit.
    package init(
        candidates: [String], or other: Int32? = nil, timeout: Duration? = nil
    ) throws(ClientFailure) {
        descriptor = try Self.connect(candidates, or: other, until: Self.deadline(timeout))
    }

    /// The process that listens at the socket; nil if the kernel does not tell.
    package var listener: Int32? { try? PeerCredentials(of: descriptor.raw).processID }

    private static func connect(
        _ candidates: [String], or other: Int32?, until deadline: MonotonicInstant?
    ) throws(ClientFailure) -> Descriptor {
        for candidate in candidates {
            let path: SocketPath
            do throws(SocketPathFailure) {
                path = try SocketPath(candidate)
            } catch {
                throw .badPath(error)
            }
            if let descriptor = try connect(path, or: other, until: deadline) { return descriptor }
        }
        throw .noDaemon(tried: candidates)
    }

    /// Nil if the socket has no listener.
    private static func connect(
        _ path: SocketPath, or other: Int32?, until deadline: MonotonicInstant?
    ) throws(ClientFailure) -> Descriptor? {
        while true {
            do throws(SystemFailure) {
                let descriptor = try StreamSocket.connect(to: path, nonBlocking: true)
                try descriptor.setNonBlocking(false)
                return descriptor
            } catch {
                if error.isNotFound || error.isConnectionRefused { return nil }
                if error.isPermission { throw .permission(error) }
                guard error.isWouldBlock else { throw .system(error) }
            }
            try pause(or: other, until: deadline)
        }
    }

    private static func pause(
        or other: Int32?, until deadline: MonotonicInstant?
    ) throws(ClientFailure) {
        if let deadline, MonotonicClock.now >= deadline { throw .silent }
        do throws(SystemFailure) {
            guard try !Poll.readable([other].compactMap(\.self), timeout: pause).isEmpty else {
                return
            }
        } catch {
            throw .system(error)
        }
        throw .interrupted
    }

    private static func deadline(_ timeout: Duration?) -> MonotonicInstant? {
        timeout.map { MonotonicClock.now + $0 }
    }

    /// The descriptor's number, for a wait together with other descriptors. Call
    /// ``next(or:timeout:)`` with a timeout of zero until it times out first: lines may already be
    /// in the buffer.
    package var raw: Int32 { descriptor.raw }

    /// Whether bytes have arrived that ``next(or:timeout:)`` has not returned. A caller that reads
    /// from the descriptor itself must find none.
    package var hasBufferedBytes: Bool { !chunk.isEmpty || !splitter.isBetweenLines }

    /// Sends one request; `line` has no newline.
    ///
    /// A lost connection is no error here: ``next(or:timeout:)`` reports it after the lines that
    /// the daemon sent before, such as its `bye`.
    package func send(_ line: String) {
        var bytes = Array(line.utf8)
        bytes.append(UInt8(ascii: "\n"))
        var sent = 0
        while sent < bytes.count {
            let outcome = bytes.withUnsafeBytes {
                StreamSocket.send(to: descriptor.raw, UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            switch outcome {
            case .sent(let count): sent += count
            case .wouldBlock: continue
            case .closed: return
            }
        }
    }

    /// Waits for the next line.
    ///
    /// - Parameters:
    ///   - other: a descriptor whose readability ends the wait, such as one of signals.
    ///   - timeout: the limit for the whole line, however many pieces it arrives in; zero reads
    ///     only what has arrived, nil waits without a limit.
    package mutating func next(
        or other: Int32? = nil, timeout: Duration? = nil
    ) throws(ClientFailure) -> Event {
        // The clock is not read for a line that waits in the buffer.
        if let line = try bufferedLine() { return .line(line) }
        let deadline = Self.deadline(timeout)
        while !hasEnded {
            let ready = try wait(or: other, deadline.map { max(.zero, $0 - MonotonicClock.now) })
            if let other, ready.contains(other) { return .interrupted }
            guard !ready.isEmpty else { return .timedOut }
            receive()
            if let line = try bufferedLine() { return .line(line) }
        }
        return .ended
    }

    /// The next line of which every byte has been received; nil if none has.
    private mutating func bufferedLine() throws(ClientFailure) -> ArraySlice<UInt8>? {
        switch splitter.next(in: &chunk) {
        case .line(let line): return line
        case nil: return nil
        case .tooLong, .cut: throw .protocolViolation("a line of more than \(splitter.limit) bytes")
        }
    }

    private func wait(or other: Int32?, _ timeout: Duration?) throws(ClientFailure) -> [Int32] {
        do throws(SystemFailure) {
            let watched = [descriptor.raw, other].compactMap(\.self)
            return try Poll.readable(watched, timeout: timeout)
        } catch {
            throw .system(error)
        }
    }

    private mutating func receive() {
        let outcome = buffer.withUnsafeMutableBytes {
            StreamSocket.receive(from: descriptor.raw, into: $0)
        }
        switch outcome {
        case .received(let count):
            chunk = buffer[..<count]
            heardAt = MonotonicClock.now
        case .wouldBlock: break
        case .endOfStream, .failed: hasEnded = true
        }
    }
}
