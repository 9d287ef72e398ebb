import ChannelPipeline
import Simulation
import StreamClient
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// A link may break at any byte.
@Suite struct CutTranscriptTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private static let last = epoch + .seconds(26)

    /// Two recordings that begin at the epoch and land, the first after a pause; and lane
    /// 233, whose simulated session has begun eight seconds before.
    private static func fleet() throws -> Fleet {
        let times = [Array(0..<10) + Array(16..<24), Array(0..<14)]
        return Fleet(
            seed: 42, epoch: epoch, simulatedLanes: 240, recordings: try times.map(recording))
    }

    private static func recording(_ times: [Int]) throws -> Recording {
        let rows = times.map { "\($0),\(90 + $0),2.5,165.2,0.909,251.5\n" }
        let head =
            "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        return try Recording(csv: Array((head + rows.joined()).utf8), name: "run.csv")
    }

    private static func request(after: String) -> String {
        #"{"op":"subscribe","sub":"cut","select":{"session":["s0","s1","s233"]},"#
            + #""kinds":["stat","sample","truth","phase","advisory","event"],"after":"\#(after)"}"#
    }

    /// A client as far as it has read: the lines that it has finished with, and where it goes on.
    private struct Reader {
        private var splitter = LineSplitter(limit: ProtocolLimits.serverLineBytes)
        private var place: ResumePoint
        /// Data lines without their clock fields.
        private(set) var lines: [String] = []
        /// How often where it goes on has changed.
        private(set) var moves = 0

        init(after anchor: Anchor) {
            place = ResumePoint(.after(anchor))
        }

        var after: String { place.after ?? "" }

        mutating func read(_ bytes: ArraySlice<UInt8>) {
            var chunk = bytes
            while let event = splitter.next(in: &chunk) {
                guard case .line(let line) = event else {
                    Issue.record("\(event)")
                    return
                }
                take(line)
            }
        }

        private mutating func take(_ line: ArraySlice<UInt8>) {
            switch ServerLineType(of: line) {
            case .ok: place.begin(line)
            case .live: place.finish(line)
            case .data:
                place.finish(line)
                lines.append(Self.withoutClock(line))
            case .hello, .snapshot, .progress, .beat: break
            case .error, .gap, .ended, .warn, .bye, .other, nil:
                Issue.record("\(String(decoding: line, as: UTF8.self))")
            }
            moves += 1
        }

        private static func withoutClock(_ line: ArraySlice<UInt8>) -> String {
            let text = String(decoding: line, as: UTF8.self)
            let fields = text.split(separator: ",", omittingEmptySubsequences: false)
            return fields.filter { !$0.hasPrefix("\"due_us\":") && !$0.hasPrefix("\"late_us\":") }
                .joined(separator: ",")
        }
    }

    /// What a client gets that comes back to a daemon that stands where the first one ended.
    private func resumed(after: String) throws -> [String] {
        let bytes = try Airfield(try Self.fleet(), at: Self.last)
            .transcript(of: Self.request(after: after), until: Self.last)
        var reader = Reader(after: try Anchor(parsing: after))
        reader.read(bytes[...])
        return reader.lines
    }

    @Test func `cut at any byte and resumed, a stream is whole`() throws {
        let start = Anchor(
            identity: try Self.fleet().identity,
            position: StreamPosition(after: Self.epoch - .seconds(2)))
        let airfield = try Airfield(try Self.fleet(), at: Self.epoch + .seconds(9))
        let bytes = try airfield.transcript(
            of: Self.request(after: start.description), until: Self.last)
        var whole = Reader(after: start)
        whole.read(bytes[...])
        expectVariety(whole.lines, of: bytes)
        var reader = Reader(after: start)
        var rest: [String] = []
        var moves = -1
        for cut in 0...bytes.count {
            // What stands behind the last newline is thrown away with the reader.
            if moves != reader.moves {
                moves = reader.moves
                rest = try resumed(after: reader.after)
            }
            let isWhole =
                reader.lines.count + rest.count == whole.lines.count
                && rest.elementsEqual(whole.lines[reader.lines.count...])
            guard isWhole else {
                Issue.record("cut at byte \(cut), after \(reader.after)")
                return
            }
            if cut < bytes.count { reader.read(bytes[cut...cut]) }
        }
        #expect(reader.lines == whole.lines)
    }

    /// The transcript has what may go wrong: kinds, ends and starts, and lines on both sides of
    /// where it went live.
    private func expectVariety(_ lines: [String], of bytes: [UInt8]) {
        #expect((150...300).contains(lines.count), "\(lines.count) lines")
        for type in ["stat", "sample", "truth", "phase", "event", "end"] {
            #expect(lines.contains { $0.contains(#""type":"\#(type)""#) }, "\(type)")
        }
        for session in ["s0.0", "s1.0", "s233.0"] {
            #expect(lines.contains { $0.contains(#""session":"\#(session)""#) }, "\(session)")
        }
        let texts = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let live = texts.firstIndex { $0.contains(#""type":"live""#) } ?? 0
        #expect(live > 50 && live < texts.count - 50)
    }
}
