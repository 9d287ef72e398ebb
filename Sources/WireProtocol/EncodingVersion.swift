/// The version of the bytes of data lines: a part of the fleet's identity.
///
/// It changes with any byte of any data line, so that an anchor never resumes into lines that were
/// encoded differently.
public enum EncodingVersion {
    public static let current = 4
}
