/// The version of the protocol, which the greeting says.
///
/// A minor version only adds; a major version gets a socket of its own. Three versions move apart:
/// those of the protocol, of the encoding, and of the model that the simulation computes.
public enum ProtocolVersion {
    public static let major = 1
    public static let minor = 7
    public static let text = "\(major).\(minor)"
}

/// The version of the bytes of data lines, a part of the fleet's identity.
///
/// Raise it when any byte of any data line changes: an anchor never resumes into lines that were
/// encoded differently.
public enum EncodingVersion {
    public static let current = 5
}
