import CivilTime
import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import ZoneFiles

@Suite struct ZoneFolderTests {
    private let scratch: Scratch

    /// A folder of zone files for one test, removed with the last copy of its suite.
    private final class Scratch: Sendable {
        private let folder: TemporaryDirectory
        let zones: String

        init() throws {
            folder = try TemporaryDirectory(prefix: "zones")
            zones = "\(folder.path)/zoneinfo"
            mkdir(zones, 0o700)
            mkdir("\(zones)/Pacific", 0o700)
            try FileContent.replace("\(zones)/Pacific/Apia", with: ZoneBytes.samoa.bytes)
            try FileContent.replace("\(zones)/Cut", with: Array(ZoneBytes.samoa.bytes.prefix(80)))
            try FileContent.replace("\(folder.path)/secret", with: ZoneBytes.samoa.bytes)
        }

        func path(_ name: String) -> String { "\(folder.path)/\(name)" }
    }

    init() throws { scratch = try Scratch() }

    private func failure(_ name: String) -> TimeZoneFailure? {
        do throws(TimeZoneFailure) {
            _ = try TimeZoneRules.named(name, in: scratch.zones)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a zone is found by its name`() throws {
        let rules = try TimeZoneRules.named("Pacific/Apia", in: scratch.zones)
        #expect(rules.name == "Pacific/Apia")
        #expect(rules.bytes == ZoneBytes.samoa.bytes)
        #expect(failure("Pacific/Nowhere") == .notFound("Pacific/Nowhere"))
        #expect(failure("Pacific") == .notFound("Pacific"))
        #expect(failure("Pacific/Apia/Upolu") != nil)
        #expect(failure("Cut") == .damaged("Cut", ZoneFileProblem(offset: 80, .cutShort)))
    }

    @Test(arguments: [
        "", "/", "../secret", "Pacific/../../secret", "/etc/passwd", "Pacific//Apia", "Pacific/",
        "./Cut", ".hidden", "-Cut", "Pacific\0/Apia", "Pa cific", "Zürich", "Pacific/Apia\n",
        String(repeating: "a", count: 256),
    ])
    func `a name that leads elsewhere is refused`(name: String) {
        #expect(failure(name) == .unsafeName(name))
    }

    @Test func `UTC needs no file`() throws {
        #expect(try TimeZoneRules.named("UTC", in: scratch.zones) == .utc)
        #expect(TimeZoneRules.utc.local(FleetInstant(ticks: 0)).offset == 0)
    }

    private func zone(_ variable: String?, link: String = "nothing") throws -> TimeZoneRules {
        try TimeZoneRules.ofMachine(
            variable: variable, link: scratch.path(link), folder: scratch.zones)
    }

    @Test func `TZ holds a name, a path or a rule`() throws {
        for text in ["Pacific/Apia", ":Pacific/Apia", "/usr/share/zoneinfo/Pacific/Apia"] {
            #expect(try zone(text).name == "Pacific/Apia")
        }
        #expect(try zone("CET-1CEST,M3.5.0,M10.5.0/3").name == "CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(throws: TimeZoneFailure.notFound("Pacific/Nowhere")) {
            try zone("Pacific/Nowhere")
        }
        #expect(throws: TimeZoneFailure.notFound("CET-1")) { try zone(":CET-1") }
        #expect(throws: TimeZoneFailure.unsafeName("/etc/passwd")) { try zone("/etc/passwd") }
        #expect(throws: TimeZoneFailure.unsafeName("../secret")) {
            try zone("/usr/share/zoneinfo/../secret")
        }
    }

    @Test func `else the machine's link counts, else UTC`() throws {
        symlink("\(scratch.zones)/Pacific/Apia", scratch.path("direct"))
        symlink("zoneinfo/Pacific/Apia", scratch.path("relative"))
        symlink("relative", scratch.path("twice"))
        for link in ["direct", "relative", "twice"] {
            #expect(try zone(nil, link: link).name == "Pacific/Apia", "\(link)")
        }
        #expect(try zone(nil) == .utc)
        symlink("loop", scratch.path("loop"))
        #expect(throws: TimeZoneFailure.self) { try zone(nil, link: "loop") }
        // As many systems set it, which spares a look at the link at each use.
        let variable = ":\(scratch.path("direct"))"
        #expect(try zone(variable, link: "direct").name == "Pacific/Apia")
    }

    @Test(arguments: [nil, ":", "/etc/localtime"])
    func `a copy of a zone file has no name, which nobody could read`(variable: String?) throws {
        let link = scratch.path("secret")
        #expect(throws: TimeZoneFailure.nameless(link)) {
            try TimeZoneRules.ofMachine(
                variable: variable.map { $0 == ":" ? ":\(link)" : link }, link: link,
                folder: scratch.zones)
        }
    }

    @Test func `a folder of zone files may have any name`() throws {
        let link = scratch.path("moved")
        rename(scratch.zones, scratch.path("zones"))
        symlink("zones/Pacific/Apia", link)
        let rules = try TimeZoneRules.ofMachine(
            variable: nil, link: link, folder: scratch.path("zones"))
        #expect(rules.name == "Pacific/Apia")
    }

    @Test(arguments: [
        "CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30", "EST5EDT", "UTC0", "<-03>3", "IST-1GMT0",
        "Pacific/Apia",
    ])
    func `whatever zone a machine announces is read by its name`(variable: String) throws {
        let announced = try zone(variable)
        #expect(announced.name == variable)
        #expect(try TimeZoneRules.named(variable, in: scratch.zones) == announced)
    }

    @Test(arguments: ["localtime", "CET-1CEST,M3.5.0", "Europe", "<+02>", "CET-1,M3.5.0,M10.5.0/3"])
    func `what is neither a name nor a rule is refused`(name: String) {
        #expect(failure(name) != nil)
        #expect(throws: TimeZoneFailure.self) { try zone(name) }
    }
}
