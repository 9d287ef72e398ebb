/// The version of the conversation, said in the greeting.
///
/// A minor version only adds; a major one gets a socket of its own.
public enum ProtocolVersion {
    public static let major = 1
    public static let minor = 0
    public static let text = "\(major).\(minor)"
}
