import LinuxIO

/// Where the rules of zones come from: the system's folder of zone files.
extension TimeZoneRules {
    /// The folder of zone files: `TZDIR`, else the usual one.
    package static var folder: String { Environment.value("TZDIR") ?? "/usr/share/zoneinfo" }

    /// The longest name that is looked for, in bytes.
    static let nameLimit = 255

    /// Reads the rules of a zone by name. Blocks for the reading of a small file.
    ///
    /// `UTC` is known without a file.
    package static func named(
        _ name: String, in folder: String = folder
    ) throws(TimeZoneFailure) -> TimeZoneRules {
        guard isSafe(name) else { throw .unsafeName(name) }
        let bytes: [UInt8]
        do {
            bytes = try NamedFile.read("\(folder)/\(name)", limitBytes: ZoneFile.limitBytes)
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
    private static func isSafe(_ name: String) -> Bool {
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
            guard let zone = Self.name(inPath: name) else { throw .unsafeName(name) }
            return try named(zone, in: folder)
        }
        do throws(TimeZoneFailure) {
            return try named(name, in: folder)
        } catch {
            guard !variable.hasPrefix(":"), let rules = try? TimeZoneRules(rule: name) else {
                throw error
            }
            return rules
        }
    }

    private static func ofLink(
        _ link: String, folder: String
    ) throws(TimeZoneFailure) -> TimeZoneRules {
        var path = link
        // As many as the kernel follows. Links among the zone files are other names of a zone.
        for _ in 0..<40 {
            guard let content = try? SymbolicLink.content(of: path) else { break }
            path = content.hasPrefix("/") ? content : "\(Directory.parent(of: path))/\(content)"
            if let name = name(inPath: path) { return try named(name, in: folder) }
        }
        do {
            return try read(
                "localtime", NamedFile.read(path, limitBytes: ZoneFile.limitBytes))
        } catch let failure as NamedFileFailure {
            guard failure.isNotFound else { throw .unreadable("localtime", failure) }
            return utc
        } catch let failure as TimeZoneFailure {
            throw failure
        } catch {
            throw .notFound("localtime")
        }
    }

    /// `/usr/share/zoneinfo/Europe/Berlin` names `Europe/Berlin`.
    private static func name(inPath path: String) -> String? {
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
}

extension TimeZoneFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsafeName(let name): "\(name) is no name of a time zone, such as Europe/Berlin"
        case .notFound(let name): "the time zone \(name) is not among the system's zone files"
        case .unreadable(let name, let failure): "the time zone \(name): \(failure)"
        case .damaged(let name, let problem): "the file of the time zone \(name): \(problem)"
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
