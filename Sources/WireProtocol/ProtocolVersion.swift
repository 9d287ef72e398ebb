/// The version of the conversation, said in the greeting.
///
/// A minor version only adds; a major one gets a socket of its own.
package enum ProtocolVersion {
    package static let major = 1
    package static let minor = 0
    package static let text = "\(major).\(minor)"
}
