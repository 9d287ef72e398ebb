/// The names of users by number, as the file passwd(5) alone has them: reading it waits for no
/// service, which a lookup by name may, and needs no library that a static program lacks.
///
/// A user that only a directory service knows has no name here.
public struct UserNames: Hashable, Sendable {
    private var names: [UInt32: String] = [:]

    private static let path = "/etc/passwd"
    private static let limitBytes = 1 << 20
    /// The most names that are kept: the first ones of the file.
    private static let mostNames = 4096
    private static let nameBytes = 32

    /// No user has a name.
    public init() {}

    /// Reads the file; of none, or of one that is larger than a megabyte, no user has a name.
    public static func ofMachine() -> UserNames {
        UserNames(passwd: (try? FileContent.read(path, limitBytes: limitBytes)) ?? [])
    }

    /// - Parameter bytes: the file: `name:password:number:…` a line. Of a number that occurs twice
    ///   the first name counts; a name that is long or not plain is left out.
    public init(passwd bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) where names.count < Self.mostNames {
            let fields = line.split(
                separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count > 2, (1...Self.nameBytes).contains(fields[0].count),
                fields[0].allSatisfy({ (0x21...0x7E).contains($0) }),
                let number = UInt32(String(decoding: fields[2], as: UTF8.self)),
                names[number] == nil
            else { continue }
            names[number] = String(decoding: fields[0], as: UTF8.self)
        }
    }

    public func name(of user: UInt32) -> String? { names[user] }

    /// `1001 (ann)`, or the number alone.
    public func shown(_ user: UInt32) -> String {
        names[user].map { "\(user) (\($0))" } ?? "\(user)"
    }
}
