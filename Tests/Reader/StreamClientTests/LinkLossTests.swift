import StreamClient
import Testing
import WireProtocol

@testable import StreamClient

@Suite struct LinkLossTests {
    private func value(_ text: String) -> JSONValue? { JSONValue(line: Array(text.utf8)) }

    @Test func `refusals with one code are one, whatever their reasons`() {
        let losses = ["1 of 1.", "2 of 2."].map {
            LinkLoss(ClientFailure.refused(code: "too_many_clients", $0, mayPass: true))
        }
        #expect(losses.map(\.code) == ["too_many_clients", "too_many_clients"])
        #expect(
            losses.map(\.reason) == ["the daemon refused: 1 of 1", "the daemon refused: 2 of 2"])
    }

    @Test func `other failures are told apart by their words`() {
        let failures: [ClientFailure] = [.linkLost, .silent, .noDaemon(tried: ["/x"])]
        let losses = failures.map(LinkLoss.init)
        #expect(Set(losses.map(\.code)).count == failures.count)
        #expect(losses.map(\.reason) == failures.map(\.description))
    }

    @Test func `a goodbye has its code and its words`() {
        let line = value(#"{"type":"bye","code":"shutdown","description":"The server goes."}"#)
        #expect(LinkLoss(goodbye: line) == LinkLoss(code: "shutdown", reason: "The server goes"))
        #expect(!LinkLoss(goodbye: nil).reason.isEmpty)
    }
}
