import CivilTime
import LinuxIO

/// Where the rules of zones come from: the system's folder of zone files.
extension TimeZoneRules {
    /// The folder of zone files: `TZDIR`, else the usual one.
    package static var folder: String { Environment.value("TZDIR") ?? "/usr/share/zoneinfo" }

    /// The longest name that is looked for, in bytes.
    static let nameLimit = 255

    /// Reads the rules of a zone by what ``name`` says of it: the name of a file, or a rule as `TZ`
    /// may hold it, `CET-1CEST,M3.5.0,M10.5.0/3`. Blocks for the reading of a small file.
    ///
    /// `UTC` is known without a file.
    package static func named(
        _ name: String, in folder: String = folder
    ) throws(TimeZoneFailure) -> TimeZoneRules {
        do throws(TimeZoneFailure) {
            return try file(named: name, in: folder)
        } catch {
            switch error {
            case .unsafeName, .notFound:
                guard let rules = try? TimeZoneRules(rule: name) else { throw error }
                return rules
            case .unreadable, .damaged, .nameless: throw error
            }
        }
    }

    private static func file(
        named name: String, in folder: String
    ) throws(TimeZoneFailure) -> TimeZoneRules {
        guard isSafe(name) else { throw .unsafeName(name) }
        let bytes: [UInt8]
        do {
            bytes = try NamedFile.read("\(folder)/\(name)", limitBytes: fileLimitBytes)
        } catch {
            guard error.isNotFound else { throw .unreadable(name, error) }
            guard name == utc.name else { throw .notFound(name) }
            return utc
        }
        return try read(name, bytes)
    }

    private static func read(
        _ name: String, _ bytes: [UInt8]
    ) throws(TimeZoneFailure) -> TimeZoneRules {
        do throws(ZoneFileProblem) {
            return try TimeZoneRules(name: name, bytes: bytes)
        } catch {
            throw .damaged(name, error)
        }
    }

    /// A name is a path below the folder: parts of letters, digits, `+`, `-`, `_` and inner points.
    /// `localtime` there is no name: it is another zone on each machine.
    private static func isSafe(_ name: String) -> Bool {
        guard name != "localtime" else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return name.utf8.count <= nameLimit
            && parts.allSatisfy { part in
                guard let first = part.first, first != UInt8(ascii: ".") else { return false }
                return first != UInt8(ascii: "-") && part.allSatisfy(isNameByte)
            }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || "+-_.".utf8.contains(byte)
    }
}

extension TimeZoneRules {
    /// The zone of the machine: what `TZ` says, a name or a rule; else what /etc/localtime is a
    /// link to; else UTC. An empty `TZ` counts as none.
    ///
    /// A program that is told its ``name`` reads the same rules, ``named(_:in:)``.
    ///
    /// - Throws: ``TimeZoneFailure/nameless(_:)`` where /etc/localtime is a file of its own.
    package static func ofMachine() throws(TimeZoneFailure) -> TimeZoneRules {
        try ofMachine(variable: Environment.value("TZ"), link: "/etc/localtime", folder: folder)
    }

    /// - Parameters:
    ///   - variable: the value of `TZ`.
    ///   - link: the file that stands for the machine's zone.
    static func ofMachine(
        variable: String?, link: String, folder: String
    ) throws(TimeZoneFailure) -> TimeZoneRules {
        guard let variable else { return try ofLink(link, folder: folder) }
        let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if name.hasPrefix("/") {
            guard name != link else { return try ofLink(link, folder: folder) }
            guard let zone = Self.name(inPath: name, folder) else { throw .unsafeName(name) }
            return try file(named: zone, in: folder)
        }
        return try variable.hasPrefix(":")
            ? file(named: name, in: folder) : named(name, in: folder)
    }

    private static func ofLink(
        _ link: String, folder: String
    ) throws(TimeZoneFailure) -> TimeZoneRules {
        var path = link
        // As many links as the kernel follows. Links among zone files are other names of a zone.
        for _ in 0..<40 {
            guard let content = try? SymbolicLink.content(of: path) else { break }
            path = content.hasPrefix("/") ? content : "\(Directory.parent(of: path))/\(content)"
            if let name = name(inPath: path, folder) { return try file(named: name, in: folder) }
        }
        do throws(SystemFailure) {
            guard try FileStatus.of(path) != nil else { return utc }
        } catch {
            throw .unreadable(link, .system(error))
        }
        throw .nameless(link)
    }

    /// `/usr/share/zoneinfo/Europe/Berlin` names `Europe/Berlin`.
    private static func name(inPath path: String, _ folder: String) -> String? {
        if path.hasPrefix("\(folder)/") { return String(path.dropFirst(folder.count + 1)) }
        let parts = path.split(separator: "/")
        guard let place = parts.lastIndex(of: "zoneinfo"), place + 1 < parts.count else {
            return nil
        }
        return parts[(place + 1)...].joined(separator: "/")
    }
}

/// Why the rules of a zone are not to be had.
package enum TimeZoneFailure: Error, Hashable, Sendable {
    /// A name that could lead out of the folder, or that no zone has.
    case unsafeName(String)
    case notFound(String)
    case unreadable(String, NamedFileFailure)
    case damaged(String, ZoneFileProblem)
    /// The file that stands for the machine's zone does not say which one it is.
    case nameless(String)
}

extension TimeZoneFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsafeName(let name): "\(name) is no name of a time zone, such as Europe/Berlin"
        case .notFound(let name): "the time zone \(name) is not among the system's zone files"
        case .unreadable(let name, let failure): "the time zone \(name): \(failure)"
        case .damaged(let name, let problem): "the file of the time zone \(name): \(problem)"
        case .nameless(let path):
            "the machine's time zone has no name that others could read: \(path) is a file, not a "
                + "link to one of the system's zone files"
        }
    }
}

extension NamedFileFailure {
    /// Nothing has the name, or a folder of names does.
    fileprivate var isNotFound: Bool {
        switch self {
        case .system(let failure): failure.isNotFound
        case .kind(_, let kind): kind == .directory
        case .silent, .endless: false
        }
    }
}
