import LinuxIO
import Testing
import WireProtocol

@testable import ClientCore

@Suite struct ClientsTextTests {
    private static let line = """
        {"type":"clients","total":3,"clients":[{"number":1,"name":"dashboard","uid":1000,\
        "gid":1000,"pid":4711,"connected_ms":83110,"state":"held","subscriptions":2,\
        "lines_sent":9120,"lines_lost":12345,"lines_waiting":211,"bytes_waiting":64871,\
        "last_read_ms":312480},{"number":17,"uid":1001,"gid":1000,"pid":4802,"connected_ms":2,\
        "state":"catching_up","subscriptions":1,"lines_sent":0,"lines_lost":0,"lines_waiting":0,\
        "bytes_waiting":0},{"number":18}]}
        """

    /// Five hundred seconds after the machine's start.
    private static let now: Int64 = 500_000_000

    /// - Parameters:
    ///   - own: the number of the process that asks.
    ///   - started: when process 4711 was, microseconds since the machine's start.
    private func rows(own: Int32 = 4802, started: Int64 = 0, columns: Int? = nil) -> [String] {
        var names = PeerNames(own)
        names.user = { $0 == 1000 ? "ann" : nil }
        names.process = { number in
            let name = number == 4711 ? "python3" : "runway"
            return ProcessFacts(name: name, startedMicroseconds: number == 4711 ? started : 0)
        }
        let clients = JSONValue(line: Self.line.utf8)?["clients"]?.items ?? []
        return ClientsText(clients, people: names, now: Self.now).lines(columns: columns)
    }

    private func words(_ row: String) -> String {
        row.split(separator: " ").joined(separator: " ")
    }

    @Test func `a connection is a row, and what is not known a dash`() {
        #expect(
            rows().map(words) == [
                "NUMBER NAME USER PID PROCESS SUBS WAITING LINES LOST LAST READ STATE SENT "
                    + "CONNECTED",
                "1 dashboard 1000 (ann) 4711 python3 2 63.4 KiB 211 12 345 5 min 12 s ago held "
                    + "9 120 1 min 23 s",
                "17 - 1001 4802 runway 1 0 B 0 0 never catching up 0 0.0 s",
                "18 - - - - - - - - never - - -",
            ])
    }

    @Test func `what users hold is the last column, where the daemon says it`() {
        let line = Self.line.replacing(
            #""bytes_waiting":64871,"#,
            with: #""user_shares":{"windows":3,"processor":51,"waiting":0},"#
        ).replacing(
            #""bytes_waiting":0}"#,
            with: #""user_shares":{"windows":0,"processor":0,"waiting":0}}"#)
        let clients = JSONValue(line: line.utf8)?["clients"]?.items ?? []
        let rows = ClientsText(clients, people: PeerNames(1), now: Self.now).lines(columns: nil)
            .map(words)
        #expect(rows[0].hasSuffix("CONNECTED USER HOLDS"))
        #expect(rows[1].hasSuffix("1 min 23 s 51 % of processor"))
        #expect(rows[2].hasSuffix("0.0 s -") && rows[3].hasSuffix("- -"))
    }

    @Test func `a process that was started after it connected is another one`() {
        let connected = Self.now - 83_110_000
        #expect(words(rows(started: connected)[1]).contains("4711 python3 2"))
        #expect(words(rows(started: connected + 1)[1]).contains("4711 - 2"))
    }

    @Test func `no process is named where numbers are another machine's`() {
        let rows = rows(own: 99)
        #expect(words(rows[1]).contains("4711 - 2"))
        #expect(words(rows[2]).contains("4802 - 1"))
    }

    @Test func `a narrow terminal gets the first columns`() {
        for columns in 1...130 {
            let rows = rows(columns: columns)
            #expect(rows.count == 4)
            if columns >= "NUMBER  …".count { #expect(rows.allSatisfy { $0.count <= columns }) }
        }
        #expect(words(rows(columns: 50)[0]) == "NUMBER NAME USER PID PROCESS …")
    }

    @Test func `numbers beyond all bounds are no reason to stop`() {
        let absurd = JSONValue.object([
            "number": .number(1e300), "pid": .number(-1e300), "uid": .number(1e10),
            "connected_ms": .number(9e18), "last_read_ms": .number(-7), "lines_lost": .number(0.5),
        ])
        let rows = ClientsText([absurd], people: PeerNames(1), now: 0).lines(columns: nil)
        #expect(rows.count == 2)
    }
}
