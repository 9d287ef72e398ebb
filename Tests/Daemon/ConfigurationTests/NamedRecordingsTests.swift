import ActivityFiles
import ChannelPipeline
import CommandLine
import LinuxIO
import Simulation
import Testing
import Vocabulary

@testable import Configuration

/// Recordings on their way from files of any kind into the fleet.
@Suite struct NamedRecordingsTests: ~Copyable {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory(prefix: "runway-recordings") }

    private static let header = RecordedRow.columns.joined(separator: ",")

    /// Three seconds of a run.
    private static let fit: [UInt8] = {
        let start = FleetInstant(ticks: 1_767_225_600 * 50)
        let profile = SessionProfile(ofRecordingWithRestingHeartRate: 60)
        let facts = ActivityFacts(name: "s0.0", profile: profile, serialNumber: 1)
        var activity = FITActivity(facts, from: ActivityPoint(start, sessionTime: .zero))
        for second in 1...3 as ClosedRange<Int64> {
            var sample = Sample()
            sample[.heartRate] = 140 + second
            let time = FleetDuration.seconds(second)
            activity.take(
                ActivityMoment(
                    sample, at: ActivityPoint(start + time, sessionTime: time), phase: .climb))
        }
        return activity.finish()
    }()

    private func read(_ bytes: [UInt8], named name: String) throws -> NamedRecordings {
        let path = "\(folder.path)/\(name)"
        try FileContent.replace(path, with: bytes, durable: false)
        let flags = try DaemonFlags.table.parse(["--replay", path])
        return NamedRecordings(ChosenSettings(flags: flags, environment: [:], file: nil))
    }

    @Test func `the content tells what a file is, not its name`() throws {
        let fit = try read(Self.fit, named: "run.csv")
        #expect(fit.findings.isEmpty && fit.recordings.map(\.name) == ["run.csv"])
        #expect(fit.recordings[0].rows.map { $0[0] } == [141, 142, 143])
        let csv = try read(Array("\(Self.header)\n0,150,2.5,,,\n".utf8), named: "run.fit")
        #expect(csv.findings.isEmpty && csv.recordings[0].rows.map { $0[0] } == [150])
    }

    @Test func `each activity of a file has a lane of its own`() throws {
        let two = try read(Self.fit + Self.fit, named: "two.fit")
        #expect(two.recordings.map(\.name) == ["two.fit", "two.fit#2"])
    }

    @Test func `what is whole of a damaged file flies, with a warning that names the byte`() throws
    {
        let cut = try read(Array(Self.fit.dropLast(9)), named: "cut.fit")
        #expect(cut.findings.isEmpty && cut.recordings.count == 1)
        let place = "\(folder.path)/cut.fit: byte \(Self.fit.count - 9): the file is cut short"
        let text = try #require(cut.warnings.first).description
        #expect(text.hasPrefix(place) && text.hasSuffix("what is whole of it flies"), "\(text)")
    }

    @Test func `a file of which nothing is left is refused with the byte`() throws {
        let head = try read(Array(Self.fit.prefix(30)), named: "head.fit")
        let text = try #require(head.findings.first).description
        #expect(text.hasPrefix("\(folder.path)/head.fit: byte 30: the file is cut short"))
        #expect(head.findings.count == 1 && head.recordings.isEmpty)
    }

    @Test func `a session is named behind a number sign`() throws {
        _ = try read(Self.fit + Self.fit, named: "two.fit")
        func sessions(_ name: String) throws -> NamedRecordings {
            let flags = try DaemonFlags.table.parse(["--replay", "\(folder.path)/\(name)"])
            return NamedRecordings(ChosenSettings(flags: flags, environment: [:], file: nil))
        }
        #expect(try sessions("two.fit#1").recordings.map(\.name) == ["two.fit"])
        #expect(try sessions("two.fit#2").recordings.map(\.name) == ["two.fit#2"])
        let third = try sessions("two.fit#3")
        #expect(
            third.findings.map(\.description) == [
                "\(folder.path)/two.fit has no session two.fit#3 on foot; "
                    + "it has two.fit, two.fit#2"
            ])
        // A file that is called so is meant.
        _ = try read(Self.fit, named: "two.fit#2")
        #expect(try sessions("two.fit#2").recordings.map(\.name) == ["two.fit#2"])
        #expect(try sessions("two.fit#2").warnings.isEmpty)
    }

    @Test func `what is none of the formats is told what they are known by`() throws {
        let track = try read(Array("time;speed\n0;1\n".utf8), named: "run.gpx")
        let text = try #require(track.findings.first).description
        #expect(text.contains("run.gpx:1:1: the column is named"))
        #expect(
            text.hasSuffix("; FIT, TCX and GPX files are known by their content"), "\(text)")
        // A CSV file with a wrong cell is one of ours.
        let cell = try read(Array("\(Self.header)\n0,x,2.5,,,\n".utf8), named: "run.csv")
        #expect(try !#require(cell.findings.first).description.contains("content"))
    }
}
