import Testing
import Vocabulary
import WireProtocol

@testable import StreamClient

@Suite struct ResumePointTests {
    /// Anchors in their order.
    private static let anchors = (0..<4).map { number in
        Anchor(
            identity: IdentityHash(bits: 42), position: StreamPosition(bits: UInt64(number) << 20))
    }

    private func line(_ type: String, _ anchor: Anchor) -> ArraySlice<UInt8> {
        Array(#"{"type":"\#(type)","session":"s0.0","n":1,"anchor":"\#(anchor)"}"#.utf8)[...]
    }

    @Test func `before the daemon has answered the same is asked for again`() {
        #expect(ResumePoint(.now).after == nil)
        #expect(ResumePoint(.sessionStart).after == "start")
        #expect(ResumePoint(.after(Self.anchors[1])).after == "\(Self.anchors[1])")
    }

    @Test func `only a beginning that is an anchor is one before the daemon has answered`() {
        #expect(ResumePoint(.now).anchor == nil)
        #expect(ResumePoint(.sessionStart).anchor == nil)
        #expect(ResumePoint(.after(Self.anchors[1])).anchor == Self.anchors[1])
    }

    @Test(arguments: [StreamStart.now, .sessionStart, .after(anchors[0])])
    func `where nothing has come yet it goes on where the stream began`(beginning: StreamStart) {
        var point = ResumePoint(beginning)
        point.begin(line("ok", Self.anchors[1]))
        #expect(point.anchor == Self.anchors[1])
        #expect(point.after == "\(Self.anchors[1])")
    }

    @Test(arguments: [StreamStart.now, .sessionStart, .after(anchors[0])])
    func `it goes on after the last line`(beginning: StreamStart) {
        var point = ResumePoint(beginning)
        point.begin(line("ok", Self.anchors[0]))
        for (type, anchor) in zip(["live", "stat", "phase"], Self.anchors[1...]) {
            point.finish(line(type, anchor))
            #expect(point.anchor == anchor)
            #expect(point.after == "\(anchor)")
        }
    }

    @Test func `a subscription that takes the place of a lost one changes nothing`() {
        var point = ResumePoint(.now)
        point.begin(line("ok", Self.anchors[1]))
        point.begin(line("ok", Self.anchors[0]))
        #expect(point.anchor == Self.anchors[1])
        point.finish(line("stat", Self.anchors[2]))
        point.begin(line("ok", Self.anchors[3]))
        #expect(point.anchor == Self.anchors[2])
    }

    @Test func `a shorter line takes the place of a longer one`() {
        var point = ResumePoint(.now)
        point.finish(line("a type that is longer than any", Self.anchors[1]))
        point.finish(line("stat", Self.anchors[2]))
        #expect(point.anchor == Self.anchors[2])
    }

    @Test func `a damaged anchor is none`() {
        var point = ResumePoint(.after(Self.anchors[1]))
        var damaged = line("stat", Self.anchors[2])
        damaged[damaged.endIndex - 3] ^= 1
        point.finish(damaged)
        #expect(point.anchor == Self.anchors[1])
    }
}
