import LinuxIO

/// A pair that can lie in an array and be captured by a closure.
final class SocketPairBox: Sendable {
    private let pair: SocketPair

    init() throws { pair = try SocketPair() }

    var first: Int32 { pair.first.raw }
    var second: Int32 { pair.second.raw }
}
