import LinuxIO
import WireProtocol

/// A blocking connection to a daemon: requests out, lines in.
package struct StreamClient: ~Copyable {
    /// What came in, or why nothing did.
    package enum Event: Sendable {
        /// A line without its newline.
        case line(ArraySlice<UInt8>)
        /// The descriptor that was watched beside the socket can be read.
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
    /// When bytes came last, or the connection was made; microseconds of the monotonic clock.
    package private(set) var heardAt = MonotonicClock.nowMicroseconds

    /// How often a daemon that takes in nobody more is asked again.
    private static let pauseMilliseconds = 20

    /// Connects to the first of the sockets at which somebody listens.
    ///
    /// Throws `silent` when the queue of who listens stays full, as a frozen daemon's does, and
    /// `interrupted` when the other descriptor can be read before.
    ///
    /// - Parameters:
    ///   - other: a descriptor whose readability ends the wait for such a one.
    ///   - timeoutMilliseconds: for that wait; nil waits for ever.
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

    /// Nil where nobody listens.
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
            // The kernel passes over a negative number.
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

    /// The number, to wait for lines beside other descriptors. Take all that
    /// ``next(or:timeoutMilliseconds:)`` gives at once first: lines may have been read already.
    package var raw: Int32 { descriptor.raw }

    /// Sends one request; `line` has no newline.
    ///
    /// That the daemon has gone is told by ``next(or:timeoutMilliseconds:)``, behind what it sent
    /// before, such as its farewell.
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
    ///   - timeoutMilliseconds: for the whole line, however many pieces it comes in; 0 takes what
    ///     is there, nil waits for ever.
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
