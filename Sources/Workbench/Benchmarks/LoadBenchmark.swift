import LinuxIO
import StreamAudit
import Vocabulary

/// What a line costs in the account of a subscriber, beside a loop that counts newlines in the
/// same bytes.
enum LoadBenchmark {
    private static let lines = 10_000
    private static let passes = 3
    private static let rounds = 40
    /// The greatest ratio of a line's time to that of a loop that only counts the newlines.
    private static let greatestRatio = 1.5

    /// - Returns: whether every line is accounted for, and as fast as is promised.
    static func run() -> Bool {
        var isKept = true
        for sessions in [1, 1000] {
            let scene = LoadScene(sessions: sessions, lines: lines)
            print("\(scene.lines) lines of \(scene.bytesPerLine) bytes, \(sessions) sessions")
            for isSingle in [false, true] where !measure(scene, isSingle) { isKept = false }
        }
        return isKept
    }

    private static func measure(_ scene: LoadScene, _ isSingle: Bool) -> Bool {
        let reads = scene.reads(ofSingleLines: isSingle)
        var account: [Double] = []
        var bare: [Double] = []
        var counts = AuditCounts()
        var newlines = 0
        for _ in 0..<rounds {
            account.append(nanoseconds(scene) { counts = scene.account(for: reads) })
            bare.append(nanoseconds(scene) { newlines = scene.countNewlines(for: reads) })
        }
        // Other work of the machine can only lengthen a round.
        let (line, least) = (account.min() ?? 0, bare.min() ?? 0)
        let ratio = line / least
        print("  reads of \(isSingle ? "a line" : "64 KiB")")
        print("    account      \(Int(line)) ns a line, \(counts.parsedInFull) of them in full")
        print("    newlines     \(Int(least)) ns a line")
        print("    ratio        \((ratio * 10).rounded() / 10), \(greatestRatio) allowed")
        let isWhole = counts.lines == scene.lines && counts.violations == 0 && newlines > 0
        if !isWhole { print("    \(counts.violations) violations in \(counts.lines) lines") }
        return isWhole && ratio <= greatestRatio
    }

    private static func nanoseconds(_ scene: LoadScene, _ work: () -> Void) -> Double {
        let begin = ProcessUsage.processorTime
        for _ in 0..<passes { work() }
        let spent = ProcessUsage.processorTime - begin
        return spent.inSeconds * 1e9 / Double(passes * scene.lines)
    }
}
