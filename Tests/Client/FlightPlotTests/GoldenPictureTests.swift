import LinuxIO
import Testing
import Vocabulary

@testable import FlightPlot

/// A small picture, byte by byte; whoever changes it has looked at it.
///
/// `RUNWAY_RECORD_GOLDEN=1 swift test --filter GoldenPicture` records it anew.
@Suite struct GoldenPictureTests {
    private static let folder =
        "/" + "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/") + "/Golden"

    @Test func `the picture of a minute is as it was`() throws {
        let track = SyntheticFlight.track(
            SyntheticFlight.facts(mission: SyntheticFlight.mission), seconds: 24,
            silent: { (8..<12).contains($0) ? MetricSet(.heartRate) : [] }, pauses: [16: 30],
            call: { $0 < 6 ? nil : $0 < 18 ? .glidePath : .sinkRate })
        let picture = Array(FlightPage(track).svg.utf8)
        let path = "\(Self.folder)/flight.svg"
        if Environment.value("RUNWAY_RECORD_GOLDEN") != nil {
            try Directory.create(Self.folder)
            try FileContent.replace(path, with: picture)
        }
        #expect(try FileContent.read(path, limitBytes: 1 << 17) == picture)
    }
}
