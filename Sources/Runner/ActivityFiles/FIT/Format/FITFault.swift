/// What can be wrong with the bytes of a FIT file.
package enum FITFault: Hashable, Sendable {
    /// `.FIT` is not where a header has it.
    case notFIT
    case headerLength(UInt8)
    /// Major and minor version of the protocol.
    case version(Int, Int)
    case headerChecksum
    case checksum
    /// The file ends early: at least this number of the bytes that it announces is missing.
    case cutShort(Int)
    /// The size in the header is not that of the data.
    case unfinished
    /// The number of bytes behind the last file that are no file.
    case behind(Int)
    /// A message that reaches beyond the data that the header announces.
    case messageBeyondData
    /// A message of a local number that nothing has defined.
    case undefined(UInt8)
    /// An order of bytes that is neither 0 nor 1.
    case byteOrder(UInt8)
}

extension FITFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFIT: "there is no header of a FIT file here"
        case .headerLength(let length): "a header of \(length) bytes is too short"
        case .version(let major, let minor): "version \(major).\(minor) of the protocol is unknown"
        case .headerChecksum: "the checksum of the header is wrong"
        case .checksum: "the checksum of the file is wrong"
        case .cutShort(let count): "the file is cut short: \(count) bytes are missing at least"
        case .unfinished: "the recorder did not finish the file: its size is wrong"
        case .behind(let count): "\(count) bytes behind the file are none of it"
        case .messageBeyondData: "the message reaches beyond the data that the header announces"
        case .undefined(let local): "a message of the local number \(local), which is not defined"
        case .byteOrder(let order): "\(order) is no order of bytes"
        }
    }
}
