import CommandLine
import Testing

@testable import Configuration

@Suite struct SettingsListingTests {
    private func listing(_ settings: ChosenSettings) -> String {
        SettingsListing(settings, workingDirectory: "/home/al").text
    }

    @Test func `every setting stands there with where it comes from`() throws {
        let settings = try settings(
            ["--seed", "8", "--replay", "a.csv"], ["RUNWAY_SPEED": "0.5"],
            file: "{\n rate_hz: 5,\n limits: { clients: 9 },\n socket: '/s' }")
        #expect(
            listing(settings) == """
                // Every setting of runwayd \(ProgramVersion.text), and where it comes from.
                {
                  socket: "/s",  // etc/x.json5:4
                  // state: the first of STATE_DIRECTORY, else nothing is kept  (default)
                  sessions: 0,  // default
                  seed: 8,  // flag --seed
                  // epoch: the second of the start  (default)
                  schedule: "laps",  // default
                  // time_zone: UTC with laps, the machine's with days  (default)
                  rate_hz: 5,  // etc/x.json5:2
                  device: "mixed",  // default
                  pauses: true,  // default
                  // faults: none  (default)
                  // region: the foothills of the Alps  (default)
                  route: [],  // default
                  // athletes: all are drawn  (default)
                  replay: ["/home/al/a.csv"],  // flag --replay
                  resting_heart_rate_bpm: 60,  // default
                  maximal_heart_rate_bpm: 190,  // default
                  shard: "0/1",  // default
                  speed: 0.5,  // environment RUNWAY_SPEED
                  log_level: "info",  // default
                  access: \(SettingValue.access(AccessRule.usual).json5),  // default
                  limits: {
                    clients: 9,  // etc/x.json5:3
                    user_clients: 12288,  // default
                    user_subscriptions: 65536,  // default
                    user_requests: 10000,  // default
                    user_replay_lines: 250000,  // default
                    user_starts: 512,  // default
                    outbox_lines: 131072,  // default
                    outbox_bytes: 33554432,  // default
                    waiting_bytes: 536870912,  // default
                    window_bytes: 1073741824,  // default
                    history_samples: 50000000,  // default
                    processor_percent: 80,  // default
                    catch_up_threads: 256,  // default
                  },
                }

                """)
    }

    @Test(arguments: [
        [], ["--seed", "8", "--speed", "0.125", "--epoch", "2026-11-20T07:00:00+01:00"],
        ["--device", "strap", "--faults", "/f.txt", "--without-pauses"],
        ["--replay", "a\n\"'\\é.csv", "--replay", "/b", "--log-level", "debug"],
    ])
    func `read as a file it means the same, wherever that file lies`(arguments: [String]) throws {
        let given = try settings(arguments, ["XDG_RUNTIME_DIR": "/run/user/7"])
        let again = try settings(file: listing(given), at: "/tmp/y.json5")
        #expect(again.findings == [])
        for key in SettingKey.allCases where key != .replay {
            #expect(again[key]?.value == given[key]?.value, "\(key)")
        }
        #expect(
            again.texts(.replay)
                == given.texts(.replay).map { $0.hasPrefix("/") ? $0 : "/home/al/\($0)" })
    }

    @Test func `a fault script stands there with its whole path`() throws {
        let lines = listing(try settings(["--faults", "f.txt"])).split(separator: "\n")
        #expect(lines.contains("  faults: \"/home/al/f.txt\",  // flag --faults"))
    }

    @Test func `the name of a file cannot end the comment that it stands in`() throws {
        let given = try settings(file: "{ rate_hz: 5 }", at: "a\n{\u{2028}.json5")
        let again = try settings(file: listing(given))
        #expect(again.findings == [])
        #expect(again.integer(.rate) == 5)
    }
}
