import Glibc

/// Cuts the bytes that a server sent into whole lines without their newlines; the rest is the
/// beginning of a line.
func wholeLines(of bytes: [UInt8]) -> (lines: [ArraySlice<UInt8>], rest: ArraySlice<UInt8>) {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    bytes.withUnsafeBytes { buffer in
        while start < buffer.count, let base = buffer.baseAddress,
            let end = memchr(base + start, 0x0A, buffer.count - start)
        {
            lines.append(bytes[start..<(UnsafeRawPointer(end) - base)])
            start = UnsafeRawPointer(end) - base + 1
        }
    }
    return (lines, bytes[start...])
}
