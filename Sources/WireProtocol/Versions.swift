/// The version of the conversation, said in the greeting.
///
/// A minor version only adds; a major one gets a socket of its own.
public enum ProtocolVersion {
    public static let major = 1
    public static let minor = 0
    public static let text = "\(major).\(minor)"
}

/// The version of the bytes of data lines: a part of the fleet's identity.
///
/// It changes with any byte of any data line, so that an anchor never resumes into lines that were
/// encoded differently.
public enum EncodingVersion {
    public static let current = 4
}
