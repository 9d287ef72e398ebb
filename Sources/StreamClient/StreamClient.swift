import LinuxIO
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
    /// When the last bytes arrived, at first when the connection was made; microseconds of the
    /// monotonic clock.
    package private(set) var heardAt = MonotonicClock.nowMicroseconds

    /// The pause before another attempt while the listener's queue of connections is full.
    private static let pauseMilliseconds = 20

    /// Connects to the first of the sockets that has a listener.
    ///
    /// Throws `silent` if the listener's queue of connections stays full, as that of a frozen
    /// daemon does, and `interrupted` if `other` becomes readable first.
    ///
    /// - Parameters:
    ///   - other: a descriptor whose readability ends the wait for room in that queue.
    ///   - timeoutMilliseconds: the limit of that wait; nil waits without a limit.
    package init(
        candidates: [String], or other: Int32? = nil, timeoutMilliseconds: Int? = nil
    ) throws(ClientFailure) {
        descriptor = try Self.connect(
            candidates, or: other, until: Self.deadline(timeoutMilliseconds))
    }

    private static func connect(
        _ candidates: [String], or other: Int32?, until deadline: Int?
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
        _ path: SocketPath, or other: Int32?, until deadline: Int?
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

    private static func pause(or other: Int32?, until deadline: Int?) throws(ClientFailure) {
        if let deadline, nowMilliseconds >= deadline { throw .silent }
        do throws(SystemFailure) {
            // poll(2) ignores a negative descriptor.
            let isOver = try Poll.readable(other ?? -1, timeoutMilliseconds: pauseMilliseconds)
            guard isOver else { return }
        } catch {
            throw .system(error)
        }
        throw .interrupted
    }

    private static func deadline(_ timeoutMilliseconds: Int?) -> Int? {
        timeoutMilliseconds.map { nowMilliseconds + $0 }
    }

    /// The descriptor's number, for a wait together with other descriptors. Call
    /// ``next(or:timeoutMilliseconds:)`` with no timeout until it times out first: lines may
    /// already be in the buffer.
    package var raw: Int32 { descriptor.raw }

    /// Sends one request; `line` has no newline.
    ///
    /// A lost connection is no error here: ``next(or:timeoutMilliseconds:)`` reports it after the
    /// lines that the daemon sent before, such as its `bye`.
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
    ///   - timeoutMilliseconds: the limit for the whole line, however many pieces it arrives in; 0
    ///     reads only what has arrived, nil waits without a limit.
    package mutating func next(
        or other: Int32? = nil, timeoutMilliseconds: Int? = nil
    ) throws(ClientFailure) -> Event {
        let deadline = Self.deadline(timeoutMilliseconds)
        while true {
            if let event = splitter.next(in: &chunk) {
                guard case .line(let line) = event else {
                    throw .protocolViolation("a line of more than \(splitter.limit) bytes")
                }
                return .line(line)
            }
            if hasEnded { return .ended }
            let ready = try wait(or: other, deadline.map { max(0, $0 - Self.nowMilliseconds) })
            if ready.contains(.second) { return .interrupted }
            guard ready.contains(.first) else { return .timedOut }
            receive()
        }
    }

    private static var nowMilliseconds: Int { Int(MonotonicClock.nowMicroseconds / 1000) }

    private func wait(
        or other: Int32?, _ timeoutMilliseconds: Int?
    ) throws(ClientFailure) -> Poll.Ready {
        do throws(SystemFailure) {
            guard let other else {
                let isReady = try Poll.readable(
                    descriptor.raw, timeoutMilliseconds: timeoutMilliseconds)
                return isReady ? .first : []
            }
            return try Poll.readable(
                descriptor.raw, or: other, timeoutMilliseconds: timeoutMilliseconds)
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
            heardAt = MonotonicClock.nowMicroseconds
        case .wouldBlock: break
        case .endOfStream, .failed: hasEnded = true
        }
    }
}
