import Glibc
import LinuxIO
import Testing
import Vocabulary

@testable import StateFiles

/// Whatever happens to the files of a folder with some commands: it is refused, or what it opens
/// with is all that was answered for.
@Suite struct StateFolderDamageTests {
    private let place: Place

    init() throws { place = try Place() }

    /// A folder that the copies of the suite share, and its files as they were.
    private final class Place: Sendable {
        let directory: TemporaryDirectory
        let path: String
        let sound: [String: [UInt8]]
        /// The same files before the last commands.
        let earlier: [String: [UInt8]]
        /// Those of another fleet.
        let other: [String: [UInt8]]

        init() throws {
            // Thousands of starts wait for no disk there.
            let memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil
            directory = try TemporaryDirectory(prefix: "runway-damage", in: memory)
            path = "\(directory.path)/state"
            let elsewhere = "\(directory.path)/other"
            let stranger = storedState(storedFleet(identity: "other000", seed: 9))
            try Self.fly(elsewhere, stranger, adding: [pause(at: 9), pause(at: 8)])
            other = try Self.files(of: elsewhere)
            try Self.fly(path, storedState(), adding: Array(kept[..<3]))
            earlier = try Self.files(of: path)
            try Self.fly(path, storedState(), adding: Array(kept[3...]))
            sound = try Self.files(of: path)
        }

        static func fly(
            _ path: String, _ state: StoredState, adding commands: [SessionCommand]
        ) throws {
            let folder = try StateFolder(path)
            var file = try folder.open(state, at: present) { _ in nil }.file
            _ = try folder.openFrontier(at: present, speed: .realTime)
            try file.append(commands)
        }

        static func files(of path: String) throws -> [String: [UInt8]] {
            try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, try FileContent.read("\(path)/\(name)", limitBytes: 1 << 20))
                })
        }
    }

    private static let names = ["identity", "journal", "frontier", "lock"]
    private static let kept = [
        pause(at: 1), add(at: 2), pause(at: 3), remove(2, at: 4), add(at: 5),
    ]
    private static let present = instant(1_795_154_500)

    private func path(_ name: String) -> String { "\(place.path)/\(name)" }

    private func put(_ bytes: [UInt8]?, _ name: String) throws {
        unlink(path(name))
        rmdir(path(name))
        guard let bytes else { return }
        try FileContent.replace(path(name), with: bytes, mode: 0o600, durable: false)
    }

    private func restore() throws {
        for name in Self.names { try put(place.sound[name], name) }
        for number in 1...StateFolder.tornTailsKept { unlink(path("journal.torn-\(number)")) }
    }

    /// Starts as the daemon does: it flies the fleet of the folder, or draws one.
    ///
    /// - Returns: the commands that it found; nil if the folder was refused.
    private func start() throws -> [SessionCommand]? {
        do throws(StateFailure) {
            let folder = try StateFolder(place.path)
            let drawn = storedState(storedFleet(identity: "drawn000", seed: 3))
            let state = folder.stored ?? drawn
            let opened = try folder.open(state, at: Self.present) { _ in nil }
            _ = try folder.openFrontier(at: Self.present, speed: .realTime)
            return state.fleet == storedFleet() ? opened.journal.commands : []
        } catch {
            #expect(error.description.contains("name another directory with --state"))
            return nil
        }
    }

    /// Puts bytes into a file's place and starts: what is refused stays as it was.
    private func expectRefusal(
        _ bytes: [UInt8]?, of name: String, _ what: @autoclosure () -> String
    ) throws {
        try put(bytes, name)
        #expect(try start() == nil, "\(name): \(what())")
        for other in Self.names where other != "lock" {
            let expected = other == name ? bytes : place.sound[other]
            let found = try? FileContent.read(path(other), limitBytes: 1 << 20)
            #expect(found == expected, "\(name): \(what()), \(other)")
        }
        try put(place.sound[name], name)
    }

    private func expectAll(_ what: @autoclosure () -> String) throws {
        #expect(try start() == Self.kept, "\(what())")
        try restore()
    }

    private func sound(_ name: String) throws -> [UInt8] { try #require(place.sound[name]) }

    @Test(arguments: ["identity", "journal", "frontier"])
    func `a file with any byte changed is refused`(name: String) throws {
        let bytes = try sound(name)
        for place in bytes.indices {
            for bits: UInt8 in [1 << (place % 8), 0xFF] {
                var damaged = bytes
                damaged[place] ^= bits
                try expectRefusal(damaged, of: name, "byte \(place)")
            }
        }
        try expectAll("nothing changed")
    }

    @Test(arguments: ["identity", "journal", "frontier"])
    func `a file cut to any length, or missing, is refused`(name: String) throws {
        let bytes = try sound(name)
        for length in bytes.indices {
            try expectRefusal(Array(bytes[..<length]), of: name, "\(length) bytes")
        }
        try expectRefusal(nil, of: name, "missing")
        try expectAll("nothing changed")
    }

    @Test(arguments: ["identity", "journal", "frontier"])
    func `a file with another one's content is refused`(name: String) throws {
        for source in Self.names where source != name {
            try expectRefusal(try sound(source), of: name, source)
        }
        try expectRefusal(place.other[name], of: name, "another fleet's")
    }

    @Test func `an earlier journal is refused`() throws {
        try expectRefusal(place.earlier["journal"], of: "journal", "earlier")
    }

    @Test(arguments: ["identity", "frontier"])
    func `an earlier copy of what is replaced as a whole loses no command`(name: String) throws {
        try put(place.earlier[name], name)
        try expectAll("earlier \(name)")
    }

    @Test(arguments: [
        ["identity", "journal"], ["journal", "frontier"], ["identity", "frontier"],
    ])
    func `two files of another fleet beside a third are refused`(names: [String]) throws {
        try restore()
        for name in names { try put(place.other[name], name) }
        #expect(try start() == nil)
        try restore()
    }

    @Test func `whatever stands in the lock, and when it is missing, all is there`() throws {
        let lock = try sound("lock")
        for place in lock.indices {
            var damaged = lock
            damaged[place] ^= 1 << (place % 8)
            try put(damaged, "lock")
            try expectAll("byte \(place)")
            try put(Array(lock[..<place]), "lock")
            try expectAll("\(place) bytes")
        }
        for name in ["identity", "journal"] {
            try put(try sound(name), "lock")
            try expectAll(name)
        }
        try put(nil, "lock")
        try expectAll("missing")
    }

    @Test func `bytes behind the journal are set aside, whatever they are`() throws {
        let journal = try sound("journal")
        for length in [1, 87, 88, 89, 200] {
            let tail = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            try put(journal + tail, "journal")
            #expect(try start() == Self.kept, "\(length) bytes")
            #expect(try FileContent.read(path("journal.torn-1"), limitBytes: 1 << 10) == tail)
            #expect(try FileContent.read(path("journal"), limitBytes: 1 << 10) == journal)
            try restore()
        }
    }

    @Test(arguments: ["identity", "frontier"])
    func `bytes behind another file are refused`(name: String) throws {
        try expectRefusal(try sound(name) + [10], of: name, "a byte more")
        try expectRefusal(try sound(name) + (try sound(name)), of: name, "twice")
    }

    @Test(arguments: names)
    func `what is no file of the user alone is refused and not waited for`(name: String) throws {
        let (file, copy) = (path(name), path("copy"))
        let disguises: [(String, () -> Int32)] = [
            ("a folder", { mkdir(file, 0o700) }), ("a pipe", { mkfifo(file, 0o600) }),
            ("a link", { symlink("copy", file) }), ("a link to nothing", { symlink("no", file) }),
            ("a hard link", { link(copy, file) }),
        ]
        for (what, make) in disguises {
            try put(try sound(name), "copy")
            try put(nil, name)
            try #require(make() == 0)
            #expect(try start() == nil, "\(what)")
            #expect(try FileContent.read(copy, limitBytes: 1 << 20) == sound(name), "\(what)")
        }
        _ = unlink(copy)
        try put(try sound(name), name)
        for mode: UInt32 in [0o620, 0o602, 0o666] {
            try #require(chmod(file, mode) == 0)
            #expect(try start() == nil, "mode \(mode)")
        }
        try restore()
        try expectAll("restored")
    }

    @Test(.enabled(if: geteuid() == 0), arguments: names + [""])
    func `what belongs to another user is refused, for root too`(name: String) throws {
        try #require(chown(path(name), 1234, 1234) == 0)
        #expect(try start() == nil)
        try #require(chown(path(name), 0, 0) == 0)
        try expectAll("given back")
    }

    @Test(arguments: [0o777, 0o770, 0o1777, 0o2775] as [UInt32])
    func `a folder that others may write is refused with the remedy`(mode: UInt32) throws {
        try #require(chmod(place.path, mode) == 0)
        let failure = #expect(throws: StateFailure.self) { _ = try StateFolder(place.path) }
        #expect(
            failure?.description
                == "\(place.path) may be written by others, its mode is "
                + "\(String(mode & 0o777, radix: 8)); run chmod go-w \(place.path), or name "
                + "another directory with --state")
        try #require(chmod(place.path, 0o755) == 0)
        try expectAll("mode 755")
    }
}
