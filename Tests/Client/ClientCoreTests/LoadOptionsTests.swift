import CommandLine
import LoadReport
import Testing

@testable import ClientCore
@testable import LoadTesting

@Suite struct LoadOptionsTests {
    private static func options(_ text: String) throws -> LoadOptions {
        let words = text.split(separator: " ").map(String.init)
        return try LoadOptions(LoadCommand.table.parse(words), of: LoadCommand.table)
    }

    struct Row: CustomTestStringConvertible {
        let arguments: String
        let told: [String]

        init(_ arguments: String, _ told: String...) {
            self.arguments = arguments
            self.told = told
        }

        var testDescription: String { arguments }
    }

    @Test(arguments: [
        Row("--subscribers 0", "--subscribers cannot be \"0\"", "from 1 to"),
        Row("--mix stedy=100", "no subscribers that are \"stedy\"", "did you mean steady?"),
        Row("--mix x=100", "choose from steady, slow, stalled, churn, resume, hostile"),
        Row("--mix steady=90", "sums to 90.0 percent", "let it sum to 100"),
        Row("--mix steady=50,steady=50", "steady twice"),
        Row("--mix steady", "no share", "class=percent"),
        Row("--mix steady=x", "\"x\" percent", "two decimals"),
        Row("--ramp fast", "--ramp cannot be \"fast\"", "500/s"),
        Row("--ramp 0/s", "--ramp cannot be \"0/s\""),
        Row("--for 0s", "--for cannot be \"0s\"", "from 1s to 24h"),
        Row("--warm-up 2d", "--warm-up cannot be", "from 0s to 24h"),
        Row("--mix slow=100 --slow-share 1", "--slow-share cannot be \"1\"", "0.01 to 0.99"),
        Row("--slow-share 0.5", "slow subscribers, and --mix has none", "slow=10"),
        Row("--stall 1s", "stalled subscribers, and --mix has none"),
        Row("--cycle 1s", "--mix has none"),
        Row("--part 8/8", "--part cannot be \"8/8\"", "such as 0/8"),
        Row("--part 1/0", "--part cannot be"),
        Row("--part 4096/4097", "at most 4096"),
        Row("--part 7/8 --subscribers 7", "part 7/8 of 7 subscribers has none", "at most 7 parts"),
        Row("--part 0/2 --find-limit p99<1ms", "--part is for one"),
        Row("--at now", "--at cannot be \"now\"", "07:30 for the next one"),
        Row("--at 2026-11-24T06:00:00Z --find-limit p99<1ms", "--at is for one"),
        Row("--dice x", "--dice cannot be \"x\"", "whole number"),
        Row("--truth", "smoothed heart rate", "--smooth ema2:5s"),
        Row("--truth --smooth ema:5s --metrics speed_mps", "smoothed heart rate"),
        Row("--truth --smooth ema:5s --kinds phase", "smoothed heart rate"),
        Row("--truth --smooth ema:5s --mix slow=100", "needs a steady subscriber"),
        Row("--abort-on-fail", "no assertion", "add --assert EXPR"),
        Row("--raise subscribers", "what --find-limit raises", "add --find-limit"),
        Row("--find-limit p99<1ms --raise height", "subscribers or speed"),
        Row("--find-limit p99<1ms --raise speed", "add --embedded"),
        Row("--find-limit p99<1ms --raise speed --embedded --speed max", "cannot raise"),
        Row("--find-limit p99<1ms --assert p50<1ms", "--assert would be another"),
        Row("--find-limit p99<1ms --mix hostile=100", "hostile"),
        Row("--stages 0-9", "stage 1 is \"0-9\", which is no stage", "0-100/10s"),
        Row("--stages 0-9/5s,x/1s", "stage 2 cannot have \"x\" subscribers", "from 0 to"),
        Row("--stages 0-9/5s,9/0s", "stage 2 cannot last \"0s\"", "from 1s to 24h"),
        Row("--stages 0-9/5s,8/1s", "stage 2 begins with 8", "1 ends with 9", "begin with 9"),
        Row("--stages 0/5s", "no subscriber in any stage"),
        Row("--stages 1/20h,1/20h", "longer than a day"),
        Row("--stages 1/1s --subscribers 5", "--subscribers has no place beside --stages"),
        Row("--stages 1/1s --ramp 5/s", "--ramp has no place", "when subscribers connect"),
        Row("--stages 1/1s --for 5s", "--for has no place", "add a stage"),
        Row("--stages 1/1s --warm-up 5s", "--warm-up has no place", "be the warm-up"),
        Row("--stages 1/1s --find-limit p99<1ms", "--find-limit has no place", "one of the two"),
        Row("--from here", "--from: "),
        Row("--window banana", "\"banana\" is not a duration"),
        Row("--color red", "auto, always or never"),
    ])
    func `what cannot be run is refused with a remedy`(row: Row) {
        let failure = #expect(throws: ProgramFailure.self) { try Self.options(row.arguments) }
        #expect(failure?.code == .usage)
        for part in row.told {
            #expect(failure?.description.contains(part) == true, "\(failure?.description ?? "")")
        }
    }

    @Test(arguments: [
        ("p999<5ms", "p99"), ("p99,9<5ms", "p99.9"), ("P99<5ms", "p99"),
        ("unacounted==0", "unaccounted"), ("lines_per_sec>1", "lines_per_s"),
        ("demon.rss<1MB", "daemon.rss"), ("rss<1MB", "tester.rss"),
        ("out-of-order==0", "out_of_order"),
    ])
    func `an unknown figure gets the nearest one`(assertion: String, name: String) {
        let failure = #expect(throws: ProgramFailure.self) {
            try Self.options("--assert \(assertion)")
        }
        let told = failure?.description ?? ""
        #expect(told.contains("did you mean \(name)?"), "\(told)")
    }

    @Test(arguments: ["latency", String(repeating: "x", count: 10_000), ""])
    func `a figure that is near to none is sought in the list`(name: String) {
        let failure = #expect(throws: ProgramFailure.self) {
            try Self.options("--assert \(name)<5ms")
        }
        let told = failure?.description ?? ""
        #expect(told.contains("see runway load --figures"), "\(told.suffix(200))")
    }

    @Test func `what is left out is as the help says`() throws {
        let options = try Self.options("")
        #expect(options.subscribers == 100)
        #expect(options.mix == .steady)
        #expect(options.connectionsPerSecond == 1000)
        #expect(options.warmUp == .seconds(5))
        #expect(options.length == .seconds(30))
        #expect(options.habits.slowShare == 0.5)
        #expect(options.habits.stall == .seconds(10))
        #expect(options.habits.cycle == .seconds(10))
        #expect(!options.isEmbedded && !options.isDryRun && !options.isQuiet)
    }

    @Test func `what is given is taken`() throws {
        let options = try Self.options(
            "--subscribers 7 --mix slow=50,stalled=50 --ramp 500/s --warm-up 0s --for 1.5s "
                + "--slow-share 0.25 --stall 3s --cycle 4s --dice 9 --assert p99<1ms "
                + "--assert p50<9s"
        )
        #expect(options.subscribers == 7)
        #expect(options.connectionsPerSecond == 500)
        #expect(options.warmUp == .zero)
        #expect(options.length == .milliseconds(1500))
        #expect(options.habits.slowShare == 0.25)
        #expect(options.habits.stall == .seconds(3))
        #expect(options.habits.cycle == .seconds(4))
        #expect(options.dice == 9)
        #expect(options.assertions.map(\.text) == ["p99<1ms", "p50<9s"])
    }

    @Test(arguments: [1, 2, 3, 7, 64])
    func `all parts together are the whole, and each has its mix`(count: Int) throws {
        let flags = "--subscribers 1009 --mix steady=90,slow=6,resume=4 --dice 1"
        let whole = try Self.options(flags)
        var classes: [SubscriberClass] = []
        var numbers: Set<Int> = []
        var turns: [Int] = []
        var shares: [SubscriberClass: Int] = [:]
        for index in 0..<count {
            let part = try Self.options("\(flags) --part \(index)/\(count)")
            #expect(part.manner == whole.manner)
            for (place, subscriberClass) in part.classes.enumerated() {
                numbers.insert(part.number(of: place))
                classes.append(subscriberClass)
                turns.append(part.turn(of: place))
            }
            let slow = part.classes.count { $0 == .slow }
            #expect(abs(Double(slow) - 0.06 * Double(part.classes.count)) < 2, "part \(index)")
            for share in part.ownShares { shares[share.subscriberClass, default: 0] += share.count }
        }
        #expect(classes == whole.classes)
        #expect(numbers == Set(0..<1009))
        #expect(turns == Array(0..<1009))
        #expect(shares == [.steady: 908, .slow: 61, .resume: 40])
        #expect(whole.manner.hasPrefix("steady=90.00,slow=6.00,resume=4.00, all follow all"))
    }

    @Test func `stages say how many there are, and for how long`() throws {
        let options = try Self.options("--stages 5-20/10s,20-0/1m")
        #expect(options.subscribers == 20)
        #expect(options.warmUp == .zero)
        #expect(options.length == .seconds(70))
        #expect(options.stages?.initialSubscribers == 5)
    }

    @Test func `the command repeats the run, quoted for a shell, with the dice`() throws {
        let options = try Self.options("--assert p99<1ms --subscribers 3 --dry-run --dice 12")
        #expect(
            options.command == "runway load --subscribers 3 --dice 12 --assert 'p99<1ms'")
        let drawn = try Self.options("--quiet")
        #expect(drawn.command == "runway load --dice \(drawn.dice) --quiet")
    }
}
