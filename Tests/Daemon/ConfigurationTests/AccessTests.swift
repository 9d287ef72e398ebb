import CommandLine
import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import Configuration

/// The rules of `access`: read, resolved, and matched on peers.
@Suite struct AccessTests {
    private static let names = AccountNames { account in
        let known: [NamedAccount: UInt32] = [
            .user("coach"): 1001, .user("dash"): 1002,
            .group("coaches"): 2001, .group("runway"): 2002, .group("runway-control"): 2003,
        ]
        return known[account].map(AccountLookup.found) ?? .absent
    }

    private func access(_ rules: String) throws -> NamedAccess {
        let settings = try settings(file: "{\n access: \(rules) }")
        #expect(settings.findings == [])
        return try NamedAccess(settings, names: Self.names, daemon: 999)
    }

    private func findings(_ rules: String) throws -> [String] {
        try settings(file: "{\n access: \(rules) }").findings.map { "\($0)" }
    }

    private func peer(_ user: UInt32?, _ groups: UInt32...) -> PeerIdentity {
        PeerIdentity(userID: user, groupIDs: Set(groups))
    }

    @Test func `the first rule that is about a peer decides`() throws {
        let rules = try access(
            """
            [{group: "coaches", read: ["*"], control: true, write: ["body_mass_kg"]},
             {user: "dash", read: ["heart_rate_bpm", "speed_mps"], kinds: ["stat"]},
             {uid: 1003, gid: 2001, observe: true},
             {read: "*"}]
            """
        ).rules
        let coach = rules.rights(of: peer(1001, 5, 2001))
        #expect(coach.sight == .everything)
        #expect(coach.kinds == Set(LineKind.allCases).subtracting([.truth]))
        #expect(coach.control == .all && coach.write == DayMetricSet(.bodyMass))
        #expect(!coach.observes && !coach.readsEverything && coach.userID == 1001)
        // A member of the group gets the group's rule, though one about the user stands behind it.
        #expect(rules.rights(of: peer(1002, 2001)).control == .all)
        let dash = rules.rights(of: peer(1002, 1002))
        #expect(dash.sight.metrics == MetricSet([.heartRate, .speed]))
        #expect(dash.sight.dayMetrics == DayMetricSet(.heartRate))
        #expect(dash.kinds == [.stat] && dash.sight.showsPhases)
        let other = rules.rights(of: peer(1003))
        #expect(other.sight == .everything && other.control == .none && other.isDetermined)
    }

    @Test func `nobody is unknown only to a rule about everybody`() throws {
        let named = try access(
            #"[{uid: 65534, observe: true}, {gid: 65534, observe: true}, {daemon: true}]"#
        ).rules
        #expect(!named.rights(of: .unknown).isDetermined)
        #expect(named.rights(of: .unknown).userID == nil)
        let all = try access("[{uid: 1, read: '*'}, {observe: true}]").rules
        #expect(all.rights(of: .unknown).observes)
    }

    @Test func `as shipped, the daemon and root do all, and two groups command and read`() throws {
        let rules = try AccessRules(AccessRule.usual, daemon: 999, names: Self.names) { _, name in
            Issue.record("\(name)")
        }
        for user in [0, 999] as [UInt32] {
            var rights = Rights.unrestricted
            rights.userID = user
            #expect(rules.rights(of: peer(user, user)) == rights)
        }
        let reader = rules.rights(of: peer(1001, 2002))
        #expect(reader.readsEverything && reader.observes)
        #expect(reader.control == .none && reader.write == [])
        let commander = rules.rights(of: peer(1001, 2002, 2003))
        #expect(commander.readsEverything && commander.control == .all && commander.write == [])
        #expect(!rules.rights(of: peer(1001, 1001)).isDetermined)
        #expect(![peer(1, 0, 999), .unknown].contains { rules.rights(of: $0).isOperator })
    }

    @Test func `kinds left out are those that the metrics allow, and never the truth`() throws {
        let cases: [(String, Set<LineKind>, phases: Bool)] = [
            ("read: []", [], false),
            ("read: ['cadence_spm']", [.stat, .sample, .event, .entry], false),
            ("read: ['speed_mps']", [.stat, .sample, .event, .entry], false),
            ("read: ['sleep_min']", [.event, .entry], false),
            ("read: ['heart_rate_bpm']", [.stat, .sample, .phase, .event, .entry], true),
            (
                "read: ['speed_mps', 'distance_m']",
                [.stat, .sample, .advisory, .event, .entry], false
            ),
            ("read: ['speed_mps'], kinds: ['*']", [.stat, .sample, .event, .entry], false),
            (
                "read: ['HKQuantityTypeIdentifierHeartRate'], kinds: '*'",
                [.stat, .sample, .phase, .event, .truth, .entry], true
            ),
            ("read: ['speed_mps'], kinds: ['phase', 'advisory']", [.phase, .advisory], true),
            ("read: '*', kinds: []", [], true),
        ]
        for (fields, kinds, phases) in cases {
            let rights = try access("[{\(fields)}]").rules.rights(of: peer(1))
            #expect(rights.kinds == kinds, "\(fields)")
            #expect(rights.sight.showsPhases == phases, "\(fields)")
            #expect(rights.sight.showsAdvisories == kinds.contains(.advisory), "\(fields)")
            #expect(!rights.readsEverything)
        }
    }

    @Test func `a metric of runs and of days has one name and one right`() throws {
        let rights = try access("[{read: ['steps', 'energy_kcal']}]").rules.rights(of: peer(1))
        #expect(rights.sight.metrics == MetricSet([.steps, .energy]))
        #expect(rights.sight.dayMetrics == DayMetricSet([.steps, .energy]))
    }

    @Test func `a rule that names nobody is about nobody, and a warning says which`() throws {
        let access = try access(
            "[\n  {user: 'ghost', read: '*'},\n  {group: 'ghosts', user: 'dash', read: '*'},\n"
                + "  {user: 'dash', observe: true}]")
        #expect(
            access.findings.map { "\($0)" } == [
                "etc/x.json5:3:3: access: there is no user \"ghost\", so that the rule is about "
                    + "nobody; make one, correct the name, or remove the rule",
                "etc/x.json5:4:3: access: there is no group \"ghosts\", so that the rule is about "
                    + "nobody; make one, correct the name, or remove the rule",
            ])
        #expect(access.findings.map(\.isWarning) == [true, true])
        #expect(access.rules.rights(of: peer(1002)).observes)
        #expect(access.rules.rights(of: peer(1002)).kinds == [])
        #expect(!access.rules.rights(of: peer(7)).isDetermined)
    }

    @Test func `a rule about somebody who cannot be looked up refuses all of them`() throws {
        let failing = AccountNames { account in
            switch account {
            case .user("dash"), .group("runway"):
                .failed(SystemFailure(call: "getpwnam_r", code: 5))
            case _: Self.names.find(account)
            }
        }
        // The second rule would let the user read everything.
        let given = try settings(
            file: "{\n access: [{uid: 7},\n{user: 'dash', read: []}, {read: '*'}] }")
        let failure = #expect(throws: ProgramFailure.self) {
            try NamedAccess(given, names: failing, daemon: 999)
        }
        #expect(failure?.code == .temporaryFailure)
        #expect(
            failure?.description
                == "etc/x.json5:3:1: access: the user \"dash\" could not be looked "
                + "up: getpwnam_r: Input/output error; try again when the machine's users can be "
                + "read")
        let usual = #expect(throws: ProgramFailure.self) {
            try NamedAccess(try settings(file: "{}"), names: failing, daemon: 999)
        }
        #expect(usual?.description.hasPrefix("access: the group \"runway\" could not") == true)
    }

    @Test func `empty lists give nothing, and take nothing of whom the rule is about`() throws {
        let rules = try access("[{user: 'dash', read: [], kinds: [], write: []}, {read: '*'}]")
            .rules
        let rights = rules.rights(of: peer(1002))
        #expect(rights.isDetermined && rights.sight == .nothing)
        #expect(rights.kinds == [] && rights.write == [])
        #expect(rules.rights(of: peer(1001)).sight == .everything)
    }

    @Test func `an empty list is about nobody`() throws {
        let rules = try access("[]").rules
        #expect(!rules.rights(of: peer(0)).isDetermined)
    }

    @Test func `what is wrong in a rule is told with its place`() throws {
        let place = "etc/x.json5:2:"
        let cases: [(String, [String])] = [
            (
                "3",
                [
                    "10: access: cannot be 3; give a list of rules, such as [{group: \"coach\", "
                        + "read: [\"*\"]}]"
                ]
            ),
            (
                "['*']",
                [
                    "11: access: cannot be the text \"*\"; give a rule, such as {group: \"coach\", "
                        + "read: [\"*\"]}"
                ]
            ),
            (
                "[{usr: 'x', control: 1}]",
                [
                    "12: access.usr: there is no such key in a rule; did you mean user?",
                    "31: access.control: cannot be 1; give true, false or \"own\"",
                ]
            ),
            ("[{user: 7}]", ["18: access.user: cannot be 7; give a name in quotes"]),
            (
                "[{gid: -1, uid: 4294967295}]",
                [
                    "17: access.gid: cannot be -1; give a whole number from 0 to 4294967294",
                    "26: access.uid: cannot be 4294967295; give a whole number from 0 to "
                        + "4294967294",
                ]
            ),
            (
                "[{daemon: false, read: '*'}]",
                [
                    "20: access.daemon: cannot be false; give true, or leave it out of a rule "
                        + "about everybody"
                ]
            ),
            (
                "[{user: '', group: ''}]",
                [
                    "18: access.user: cannot be the text \"\"; give a name in quotes",
                    "29: access.group: cannot be the text \"\"; give a name in quotes",
                ]
            ),
            (
                "[{user: null, gid: []}]",
                [
                    "18: access.user: cannot be null; give a name in quotes",
                    "29: access.gid: cannot be a list; give a whole number from 0 to 4294967294",
                ]
            ),
            (
                "[{user: 'a', uid: 1}]",
                ["11: access: a rule has user and uid; keep one of them"]
            ),
            (
                "[{read: ['pulse']}]",
                [
                    "19: access.read: cannot be the text \"pulse\"; give any of heart_rate_bpm, "
                        + "speed_mps, cadence_spm, stride_m, contact_ms, altitude_m, distance_m, "
                        + "steps, energy_kcal, ascent_m, latitude_deg, longitude_deg, "
                        + "resting_heart_rate_bpm, sleep_min, body_mass_kg, hrv_sdnn_ms, "
                        + "in_bed_min, awake_min, sleep_core_min, sleep_deep_min, "
                        + "sleep_rem_min, or \"*\" for all"
                ]
            ),
            (
                "[{write: ['speed_mps']}]",
                [
                    "20: access.write: cannot be the text \"speed_mps\"; give any of steps, "
                        + "distance_m, energy_kcal, resting_heart_rate_bpm, sleep_min, "
                        + "body_mass_kg, heart_rate_bpm, hrv_sdnn_ms, or \"*\" for all"
                ]
            ),
            (
                "[{kinds: 'stat'}]",
                [
                    "19: access.kinds: cannot be the text \"stat\"; give a list of stat, sample, "
                        + "phase, advisory, event, truth, entry, or [\"*\"]"
                ]
            ),
            (
                "[{read: ['speed_mps'], kinds: ['truth']}]",
                [
                    "11: access.kinds: the truth says the heart rate, which the rule does not let "
                        + "read; give heart_rate_bpm in read, or leave truth out"
                ]
            ),
            (
                "[{observe: 'yes'}]",
                [
                    "21: access.observe: cannot be the text \"yes\"; give true or "
                        + "false"
                ]
            ),
        ]
        for (rules, words) in cases {
            #expect(try findings(rules) == words.map { place + $0 }, "\(rules)")
            #expect(throws: ProgramFailure.self) {
                try settings(file: "{\n access: \(rules) }").refuse()
            }
        }
    }

    @Test func `rules are listed as they are read`() throws {
        let rules = """
            [{group: "a\\"b", read: ["speed_mps", "sleep_min"], kinds: [], control: "own"},
             {gid: 7, user: "x", write: ["steps"], observe: true}, {daemon: true}]
            """
        let given = try settings(file: "{ access: \(rules) }")
        let listing = SettingsListing(given, workingDirectory: nil).text
        let again = try settings(file: listing)
        #expect(again.findings == [])
        #expect(again.access == given.access && given.access.count == 3)
        #expect(listing.contains("\n    {user: \"x\", gid: 7, read: [], write: [\"steps\"], "))
    }

    @Test func `no variable and no flag sets it`() throws {
        #expect(SettingTable.row(.access).flagForm == nil)
        let settings = try settings([], ["RUNWAY_ACCESS": "[]"])
        #expect(settings.findings == [] && settings.access == AccessRule.usual)
    }
}
