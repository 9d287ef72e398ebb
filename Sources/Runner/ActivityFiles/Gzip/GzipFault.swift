/// What can be wrong with a compressed file.
package enum GzipFault: Hashable, Sendable {
    /// No member of a gzip file begins here.
    case notGzip
    /// Another way to compress than deflate.
    case method(UInt8)
    /// Flags that nobody has defined.
    case flags(UInt8)
    case headerChecksum
    case cutShort
    /// A kind of block that does not exist.
    case blockKind
    /// The length of a block that is stored, and its complement, do not agree.
    case storedLength
    /// More lengths of codes than there may be, or lengths that repeat nothing or too much.
    case codeLengths
    /// Codes that begin with one another, or that leave bits without a meaning.
    case codes
    /// A block that has no code for its own end.
    case endlessBlock
    /// Bits that are no code.
    case code
    /// A repetition of bytes from before the beginning.
    case distance(Int)
    case checksum
    /// The number of bytes is not the one that the file says.
    case size
    /// More bytes come out than this limit.
    case tooManyBytes(Int)
}

extension GzipFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notGzip: "no gzip data begin here"
        case .method(let method): "way \(method) to compress is unknown"
        case .flags(let flags): "flags \(flags) are unknown"
        case .headerChecksum: "the checksum of the header is wrong"
        case .cutShort: "the compressed data are cut short"
        case .blockKind: "a block of a kind that there is not"
        case .storedLength: "the length of a stored block contradicts itself"
        case .codeLengths: "the lengths of the codes cannot be"
        case .codes: "the codes are not complete, or more than fit"
        case .endlessBlock: "a block without a code for its end"
        case .code: "bits that are no code"
        case .distance(let distance): "a repetition of what stood \(distance) bytes before"
        case .checksum: "the checksum of what was compressed is wrong"
        case .size: "the length of what was compressed is wrong"
        case .tooManyBytes(let limit): "more than \(Self.amount(limit)) come out"
        }
    }

    /// What would be right.
    package var suggestion: String {
        switch self {
        case .notGzip: "remove what follows the compressed data"
        case .method, .flags: "compress the file with gzip"
        case .headerChecksum, .cutShort, .blockKind, .storedLength, .codeLengths, .codes,
            .endlessBlock, .code, .distance, .checksum, .size:
            "copy or download the file again"
        case .tooManyBytes: "split the recording"
        }
    }

    private static func amount(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }
}
