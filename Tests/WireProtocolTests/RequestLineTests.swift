import Testing
import Vocabulary
import WireProtocol

@Suite struct RequestLineTests {
    private func line(_ request: Request, id: RequestID? = nil) -> String {
        var buffer = LineBuffer()
        RequestLine.append(request, id: id, to: &buffer)
        return buffer.text
    }

    @Test(arguments: [
        Request.client(name: "dash"), .unsubscribe(sub: nil), .unsubscribe(sub: "hr"),
        .sessions(from: 7, limit: 9), .describe, .status, .typed(.help), .typed(.quit),
    ])
    func `a request is read back from its line`(request: Request) throws {
        let text = line(request)
        #expect(text.hasSuffix("\n"))
        #expect(try outcome(text.dropLast()).get().request == request)
    }

    @Test(arguments: [RequestID.number(0), .number(1 << 53), .text("a\"b\\\n")])
    func `so is its id`(id: RequestID) throws {
        #expect(try outcome(line(.status, id: id).dropLast()).get().id == id)
    }

    @Test func `a subscription is written with every field`() {
        #expect(
            line(.subscribe(SubscribeRequest()), id: .number(1))
                == #"{"op":"subscribe","id":1,"kinds":["stat"],"metrics":["heart_rate_bpm","#
                + #""speed_mps","cadence_spm","stride_m","contact_ms"],"stats":["average","#
                + #""latest"],"window":"5s","every":"1s","align":"session","min_coverage":0.00}"#
                + "\n")
    }

    @Test(arguments: UInt64(1)...4)
    func `any subscription is read back from its line`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var request = SubscribeRequest()
            request.name = Bool.random(using: &generator) ? "a.B_9-" : nil
            request.shape = ChannelShape.random(using: &generator).normalized
            if Bool.random(using: &generator) {
                request.selection = SessionSelection([
                    SelectedSessions(lane: Int.random(in: 0..<1 << 20, using: &generator)),
                    SelectedSessions(lane: 3, lap: Int.random(in: -9...9, using: &generator)),
                ])
            }
            let anchor = Anchor(
                identity: IdentityHash(bits: generator.next() >> 24),
                position: StreamPosition(bits: generator.next()))
            request.start = [.now, .sessionStart, .after(anchor)].randomElement(using: &generator)!
            let text = line(.subscribe(request))
            #expect(
                try outcome(text.dropLast()).get().request == .subscribe(request), "seed \(seed)")
        }
    }
}
