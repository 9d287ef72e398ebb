import LinuxIO
import TestSupport
import Testing

extension EndToEnd {
    /// The golden sessions, computed by the program, with and without the vector instructions of
    /// the C library.
    ///
    /// The golden files are those of `GoldenSessionTests`, which says how to record them anew.
    @Suite struct GoldenExportTests {
        /// Switches off what the C library chooses by processor, ld.so(8) and the manual of glibc,
        /// "Hardware Capability Tunables".
        private static let plain = [
            "GLIBC_TUNABLES":
                "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4,-SSE4_2,-ERMS,"
                + "-AVX_Fast_Unaligned_Load"
        ]
        private static let fleet = [
            "--format", "ndjson", "--seed", "42", "--epoch", "2026-11-20T06:00:00Z",
        ]

        private let place: Place

        init() throws { place = try Place() }

        private func exported(_ flags: [String], _ environment: [String: String]) throws -> [Line] {
            let outcome = try place.client(
                ["export", "--sessions", "2", "--force", "--out", place.path("out")] + Self.fleet
                    + flags,
                environment: environment)
            try #require(outcome.end == .exited(0), "\(outcome.errors)")
            return Line.all(in: try place.read("out/s0.0.ndjson") + place.read("out/s1.0.ndjson"))
        }

        private func golden(_ name: String) throws -> [Line] {
            Line.all(in: try Checkout.text("Tests/Golden/\(name).ndjson"))
        }

        @Test(arguments: [
            (
                "seed-42-samples",
                [
                    "--kinds", "sample,phase,event", "--metrics",
                    "heart_rate_bpm,speed_mps,cadence_spm,stride_m,contact_ms,distance_m,steps,"
                        + "energy_kcal",
                ]
            ),
            (
                "seed-42-statistics",
                [
                    "--kinds", "stat,phase,advisory,event", "--stats",
                    "average,min,max,sd,latest,coverage", "--window", "30s", "--every", "30s",
                    "--smooth", "ema2:5s",
                ]
            ),
        ])
        func `the golden lines come out whatever the processor can`(
            name: String, flags: [String]
        ) throws {
            let found = try exported(flags, [:]).map(\.text)
            let plain = try exported(flags, Self.plain).map(\.text)
            let same = zip(found, plain).prefix { $0 == $1 }.count
            #expect(found == plain, "line \(same + 1) differs between instruction sets")
            let golden = try golden(name).map(\.text)
            try #require(golden.count > 100)
            #expect(Array(found.prefix(golden.count)) == golden)
        }

        #if arch(x86_64)
            @Test func `the C library does switch them off`() throws {
                let loader = "/lib64/ld-linux-x86-64.so.2"
                func active(_ environment: [String: String]) throws -> [Substring] {
                    let outcome = try Program.run(
                        loader, ["--list-diagnostics"], environment: environment)
                    try #require(outcome.end == .exited(0), "\(outcome.errors)")
                    return outcome.output.split(separator: "\n").filter { $0.contains("].active[") }
                }
                let usual = try active([:])
                try #require(!usual.isEmpty)
                #expect(usual != (try active(Self.plain)))
            }
        #endif
    }
}
