import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// What each kind of peer may ask for, request by request.
@Suite struct RightsTests {
    /// Peers of all kinds, by what their rules give.
    enum Peer: String, CaseIterable, CustomTestStringConvertible {
        case everything, reader, dashboard, walker, pilot, commander, observer, refused, stranger

        var testDescription: String { rawValue }

        var rights: Rights {
            switch self {
            case .everything: .unrestricted
            case .reader: Self.reading(.all, .all, Set(LineKind.allCases).subtracting([.truth]))
            case .dashboard: Self.reading([MetricSet(.heartRate), MetricSet(.speed)], [], [.stat])
            case .walker:
                Self.reading(
                    MetricSet([.steps, .distance]), DayMetricSet([.steps, .distance]),
                    [.stat, .sample, .event, .entry])
            case .pilot: Self.having { $0.control = .own }
            case .commander: Self.having { $0.control = .all }
            case .observer: Self.having { $0.observes = true }
            case .refused: Self.having { _ in }
            case .stranger: Self.having { $0.isDetermined = false }
            }
        }

        private static func having(_ change: (inout Rights) -> Void) -> Rights {
            var rights = Rights.undetermined
            (rights.isDetermined, rights.userID) = (true, 1002)
            change(&rights)
            return rights
        }

        private static func reading(
            _ metrics: MetricSet, _ days: DayMetricSet, _ kinds: Set<LineKind>
        ) -> Rights {
            having { rights in
                rights.sight = Sight(
                    metrics: metrics, dayMetrics: days,
                    showsPhases: metrics.contains(.heartRate),
                    showsAdvisories: kinds.contains(.advisory))
                rights.kinds = kinds
            }
        }
    }

    private static let readers: Set<Peer> = [.everything, .reader, .dashboard, .walker]
    private static let looking: Set<Peer> = readers.union([.pilot, .commander, .observer])

    /// Requests, and who may make them.
    private static let table: [(request: String, peers: Set<Peer>)] = [
        (#"{"op":"client","name":"x"}"#, Set(Peer.allCases)),
        (#"{"op":"describe"}"#, Set(Peer.allCases)),
        (#"{"op":"unsubscribe"}"#, Set(Peer.allCases)),
        ("help", Set(Peer.allCases)), ("quit", Set(Peer.allCases)),
        ("status", [.everything, .observer]),
        (#"{"op":"status"}"#, [.everything, .observer]),
        (#"{"op":"clients"}"#, [.everything, .observer]),
        (#"{"op":"sessions"}"#, looking),
        (#"{"op":"sessions","sort":"lane"}"#, looking),
        (#"{"op":"sessions","sort":"start"}"#, looking),
        (#"{"op":"sessions","sort":"speed_mps"}"#, [.everything, .reader, .dashboard]),
        (#"{"op":"sessions","sort":"steps"}"#, [.everything, .reader, .walker]),
        (#"{"op":"sessions","sort":"phase"}"#, [.everything, .reader, .dashboard]),
        (#"{"op":"sessions","phase":"cruise"}"#, [.everything, .reader, .dashboard]),
        (#"{"op":"start"}"#, [.everything, .pilot, .commander]),
        (#"{"op":"pause","session":"s7"}"#, [.everything, .pilot, .commander]),
        (#"{"op":"resume","session":"s7"}"#, [.everything, .pilot, .commander]),
        (#"{"op":"stop","session":"s7"}"#, [.everything, .pilot, .commander]),
        ("watch", [.everything, .reader, .dashboard]),
        (#"{"op":"subscribe"}"#, [.everything, .reader, .dashboard]),
        (#"{"op":"subscribe","metrics":["speed_mps"]}"#, [.everything, .reader, .dashboard]),
        (
            #"{"op":"subscribe","metrics":["HKQuantityTypeIdentifierStepCount"]}"#,
            [.everything, .reader, .walker]
        ),
        (#"{"op":"subscribe","metrics":["speed_mps","contact_ms"]}"#, [.everything, .reader]),
        (#"{"op":"subscribe","kinds":["sample"]}"#, [.everything, .reader]),
        (
            #"{"op":"subscribe","kinds":["sample"],"metrics":["steps"]}"#,
            [.everything, .reader, .walker]
        ),
        (#"{"op":"subscribe","kinds":["phase"]}"#, [.everything, .reader]),
        (#"{"op":"subscribe","kinds":["advisory"]}"#, [.everything, .reader]),
        (#"{"op":"subscribe","kinds":["event"]}"#, [.everything, .reader, .walker]),
        (#"{"op":"subscribe","kinds":["event","truth"]}"#, [.everything]),
        (#"{"op":"subscribe","kinds":["entry"]}"#, [.everything, .reader, .walker]),
        (
            #"{"op":"subscribe","kinds":["entry"],"metrics":["body_mass_kg"]}"#,
            [.everything, .reader]
        ),
        (#"{"op":"query","from":"2026-03-01"}"#, readers),
        (
            #"{"op":"query","from":"2026-03-01","metrics":["steps"]}"#,
            [.everything, .reader, .walker]
        ),
        (
            #"{"op":"query","from":"2026-03-01","metrics":["steps","sleep_min"]}"#,
            [.everything, .reader]
        ),
        (
            #"{"op":"add","session":"s7","metric":"body_mass_kg","value":70,"at":"2026-03-01T06:00:00Z"}"#,
            [.everything]
        ),
        (#"{"op":"remove","entry":"e7.88417115619"}"#, [.everything]),
        // A metric that is named counts even where no line of the kinds has it.
        (
            #"{"op":"subscribe","kinds":["event"],"metrics":["speed_mps"]}"#,
            [.everything, .reader]
        ),
    ]

    @Test(arguments: Peer.allCases, table.indices)
    func `each peer may make the requests that are its own`(peer: Peer, row: Int) throws {
        let (text, peers) = Self.table[row]
        let request = try outcome(text).get().request
        do throws(WireError) {
            _ = try peer.rights.permitted(request)
            #expect(peers.contains(peer), "\(text)")
        } catch {
            #expect(!peers.contains(peer), "\(text): \(error)")
            let code: ErrorCode =
                peer == .stranger ? .authorizationNotDetermined : .sharingDenied
            #expect(error.code == code)
            #expect(error.reason.contains("user 1002"), "\(error.reason)")
            #expect(error.suggestion.contains("access"), "\(error.suggestion)")
            #expect((error.field == nil) == (peer == .stranger))
        }
    }

    private func permitted(_ text: String, _ peer: Peer) throws -> SubscribeRequest {
        let request = try peer.rights.permitted(try outcome(text).get().request)
        guard case .subscribe(let request) = request else { throw OtherRequest(request: request) }
        return request
    }

    @Test func `whoever may read everything gets the request as it is`() throws {
        for (text, _) in Self.table where text.contains("subscribe\"") {
            let request = try outcome(text).get().request
            #expect(try Rights.unrestricted.permitted(request) == request)
        }
    }

    @Test func `without metrics a peer gets those that it may read, and is told of the others`()
        throws
    {
        let request = try permitted(#"{"op":"subscribe","stats":["average"]}"#, .dashboard)
        #expect(request.shape.metrics == MetricSet([.heartRate, .speed]))
        #expect(request.shape.statistics == [.average])
        #expect(request.denied == ["cadence_spm", "stride_m", "contact_ms"])
        #expect(request.shape.sight.metrics == MetricSet([.heartRate, .speed]))
        let days = try permitted(#"{"op":"subscribe","kinds":["entry"]}"#, .walker)
        #expect(days.shape.dayMetrics == DayMetricSet([.steps, .distance]))
        // A run's summary would have its heart rate, and by its speed the time that it moved.
        #expect(
            days.denied == [
                "heart_rate_bpm", "speed_mps", "energy_kcal", "resting_heart_rate_bpm",
                "sleep_min", "body_mass_kg",
            ])
        #expect(try permitted(#"{"op":"subscribe"}"#, .reader).denied == [])
    }

    @Test func `that an advisory comes without its speed is told`() throws {
        var rights = Peer.walker.rights
        rights.kinds = [.advisory, .event]
        func denied(_ fields: String) throws -> [String] {
            let line = "{\"op\":\"subscribe\",\(fields)}"
            let request = try rights.permitted(try outcome(line).get().request)
            guard case .subscribe(let request) = request else {
                throw OtherRequest(request: request)
            }
            return request.denied
        }
        #expect(try denied(#""kinds":["advisory"]"#) == ["speed_mps"])
        #expect(try denied(#""kinds":["event"]"#) == [])
        rights.sight.metrics.formUnion(MetricSet(.speed))
        #expect(try denied(#""kinds":["advisory","event"]"#) == [])
    }

    @Test func `the true place is told to who may read the place`() {
        var shape = ChannelShape()
        shape.kinds = [.truth]
        shape.metrics = MetricSet(.latitude)
        var rights = Rights.unrestricted
        #expect(ReadingNeed(shape.normalized).isCovered(by: rights))
        rights.sight.metrics.remove(MetricSet(.latitude))
        #expect(!ReadingNeed(shape.normalized).isCovered(by: rights))
        shape.metrics = Metric.defaults
        #expect(ReadingNeed(shape.normalized).isCovered(by: rights))
    }

    @Test func `a query without metrics sums up those that may be read`() throws {
        let line = #"{"op":"query","from":"2026-03-01"}"#
        let narrowed = try Peer.walker.rights.permitted(try outcome(line).get().request)
        guard case .query(let request) = narrowed else { throw OtherRequest(request: narrowed) }
        #expect(request.metrics.map(\.name) == ["distance_m", "steps"])
        #expect(request.denied.count == 9 && request.denied.contains("body_mass_kg"))
        #expect(!request.denied.contains("steps"))
    }

    @Test func `a narrowed request is the narrower one, but for what its readers may see`() throws {
        for fields in ["", #","kinds":["stat","sample"]"#, #","window":"session""#] {
            let kinds = Peer.dashboard.rights.kinds.union([.sample])
            var rights = Peer.dashboard.rights
            rights.kinds = kinds
            let narrower = #"{"op":"subscribe","metrics":["heart_rate_bpm","speed_mps"]\#(fields)}"#
            let request = try rights.permitted(
                try outcome("{\"op\":\"subscribe\"\(fields)}").get().request)
            guard case .subscribe(let request) = request,
                case .subscribe(let asked) = try outcome(narrower).get().request
            else { throw OtherRequest(request: request) }
            var shape = request.shape
            #expect(shape.sight != .everything)
            shape.sight = .everything
            #expect(shape == asked.shape)
        }
    }

    @Test func `readers who see the same have the same shape`() throws {
        let line = #"{"op":"subscribe","metrics":["speed_mps"]}"#
        let everything = try permitted(line, .everything).shape
        // Without the truth, and without summaries, a line says the same to both.
        #expect(try permitted(line, .reader).shape == everything)
        #expect(try permitted(line, .dashboard).shape != everything)
        #expect(try permitted(line, .dashboard).shape == permitted(line, .dashboard).shape)
    }

    @Test func `a refusal names the right, the user and what would be right`() throws {
        let refusals: [(String, Peer, String)] = [
            (
                #"{"op":"subscribe","metrics":["contact_ms"]}"#, .dashboard,
                "Reading contact_ms needs the right read contact_ms, which user 1002 does not "
                    + "have. Leave metrics out to get those that may be read, or ask who runs the "
                    + "daemon for it: a rule in access gives read contact_ms."
            ),
            (
                #"{"op":"subscribe","kinds":["phase"]}"#, .dashboard,
                "The kind phase needs the right kinds phase, which user 1002 does not have. Ask "
                    + "for the kinds stat, or ask who runs the daemon for it: a rule in access "
                    + "gives kinds phase."
            ),
            (
                "status", .reader,
                "status needs the right observe, which user 1002 does not have. Ask who runs the "
                    + "daemon for it: a rule in access gives observe."
            ),
            (
                #"{"op":"sessions"}"#, .stranger,
                "No rule of the daemon's access is about user 1002 or its groups. Ask who runs "
                    + "the daemon for a rule in access, or for membership of a group that has one."
            ),
        ]
        for (line, peer, words) in refusals {
            let error = #expect(throws: WireError.self) {
                _ = try peer.rights.permitted(try outcome(line).get().request)
            }
            #expect(error.map { "\($0.reason) \($0.suggestion)" } == words)
        }
    }

    @Test func `own sessions are those that the same user has started`() throws {
        let stop = CommandRequest.stop(SelectedSessions(lane: 600_000))
        let own = Peer.pilot.rights
        try own.check(stop, owner: 1002)
        try own.check(.start(StartOrder(), at: nil), owner: nil)
        for owner in [nil, 1003, 0] as [UInt32?] {
            let error = #expect(throws: WireError.self) { try own.check(stop, owner: owner) }
            #expect(error?.code == .sharingDenied && error?.field == "session")
            try Peer.commander.rights.check(stop, owner: owner)
        }
        // Of whom nobody knows who it is, nothing is its own.
        var unknown = own
        unknown.userID = nil
        #expect(throws: WireError.self) { try unknown.check(stop, owner: nil) }
    }

    @Test func `rights are told in the words of the configuration`() {
        func text(_ rights: Rights) -> String {
            var buffer = LineBuffer()
            buffer.appendField(rights: rights)
            return buffer.text
        }
        #expect(
            text(Peer.dashboard.rights)
                == #","rights":{"read":["heart_rate_bpm","speed_mps"],"kinds":["stat"],"#
                + #""control":false,"write":[],"observe":false}"#)
        #expect(
            text(Peer.stranger.rights)
                == #","rights":{"read":[],"kinds":[],"control":false,"write":[],"observe":false,"#
                + #""code":"authorization_not_determined"}"#)
        #expect(text(Peer.pilot.rights).contains(#""control":"own""#))
        #expect(text(.unrestricted).contains(#""longitude_deg","resting_heart"#))
    }

    @Test func `what cannot be read is named, places only by a daemon that knows them`() {
        func rights(_ proto: String, _ read: [String]) -> GreetedRights {
            let list = read.map { "\"\($0)\"" }.joined(separator: ",")
            let text = #"{"proto":"\#(proto)","rights":{"read":[\#(list)],"kinds":["stat"]}}"#
            return GreetedRights(JSONValue(line: text.utf8))
        }
        let vitals = Metric.vitals.map(\.name)
        #expect(rights("1.3", vitals).lack == nil)
        #expect(rights("1.3", vitals).lackOfPlaces == "this daemon tells no places")
        let lack = "no right to read altitude_m, ascent_m, latitude_deg, longitude_deg"
        #expect(rights("1.4", vitals).lack == lack)
        #expect(rights("1.4", vitals).lackOfPlaces == lack)
        let low = rights("1.4", vitals + ["altitude_m"])
        #expect(low.lackOfPlaces == nil && low.places == [.altitude])
        for proto in ["1.3", "1.4"] {
            #expect(rights(proto, []).lack == "no right to read any metric")
        }
    }

    @Test func `a daemon of before 1.5 is not asked for what a watch reads day and night`() {
        func rights(_ proto: String, after former: GreetedRights? = nil) -> GreetedRights {
            GreetedRights(JSONValue(line: #"{"proto":"\#(proto)"}"#.utf8), after: former)
        }
        #expect(!rights("1.4").hasWatch && rights("1.5").hasWatch)
        #expect(rights("1.4").sparseDayMetric == .bodyMass)
        #expect(rights("1.5").sparseDayMetric == .bodyMass)
        #expect(!GreetedRights(nil, after: rights("1.4")).hasWatch, "as in the greeting before")
        #expect(GreetedRights(nil).hasWatch)
    }

    @Test(arguments: [
        ("[]", nil as DayMetric?), (#"["steps","sleep_min"]"#, .sleep),
        (#"["sleep_min","resting_heart_rate_bpm","steps"]"#, .restingHeartRate),
        (#"["body_mass_kg","resting_heart_rate_bpm"]"#, .bodyMass),
    ])
    func `summaries of runs are asked for with a metric of few lines`(
        read: String, metric: DayMetric?
    ) {
        let greeting = JSONValue(line: #"{"rights":{"read":\#(read),"kinds":["entry"]}}"#.utf8)
        #expect(GreetedRights(greeting).sparseDayMetric == metric)
    }
}
