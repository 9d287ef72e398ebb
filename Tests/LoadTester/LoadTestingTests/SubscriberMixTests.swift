import CommandLine
import LoadReport
import LoadTesting
import Testing

@Suite struct SubscriberMixTests {
    @Test func `counts add up and follow the percentages`() throws {
        let mix = try SubscriberMix(parsing: "steady=90,slow=5,stalled=1,churn=2,resume=2")
        #expect(
            mix.counts(of: 1000) == [
                SubscriberShare(.steady, 900), SubscriberShare(.slow, 50),
                SubscriberShare(.stalled, 10), SubscriberShare(.churn, 20),
                SubscriberShare(.resume, 20),
            ])
    }

    @Test(arguments: 1...300)
    func `no count is a whole subscriber off its share, and none is lost`(number: Int) throws {
        let mix = try SubscriberMix(parsing: "steady=33.33,slow=33.33,hostile=33.34")
        let counts = mix.counts(of: number)
        #expect(counts.reduce(0) { $0 + $1.count } == number)
        for share in counts {
            #expect(abs(Double(share.count) - Double(number) / 3) < 1.01, "\(counts)")
        }
    }

    @Test func `every class that is named has one where there are enough`() throws {
        let mix = try SubscriberMix(parsing: "steady=97,slow=1,stalled=1,churn=1,resume=0")
        #expect(mix.counts(of: 4).map(\.count) == [1, 1, 1, 1])
        #expect(mix.counts(of: 10).map(\.count) == [7, 1, 1, 1])
        #expect(mix.counts(of: 3).map(\.count) == [3], "there are too few")
        #expect(!mix.has(.resume))
    }

    @Test func `any stretch of subscribers holds the mix as well as it can`() throws {
        let mix = try SubscriberMix(parsing: "steady=80,slow=10,churn=10")
        let classes = mix.classes(of: 1000)
        for (name, count) in [(SubscriberClass.steady, 800), (.slow, 100), (.churn, 100)] {
            #expect(classes.count { $0 == name } == count)
        }
        for start in stride(from: 0, to: 1000, by: 50) {
            let steady = classes[start..<start + 50].count { $0 == .steady }
            #expect((38...42).contains(steady), "\(steady) from \(start)")
        }
    }

    @Test func `of classes that lag as much the first has the place`() throws {
        let mix = try SubscriberMix(parsing: "steady=50,slow=50")
        #expect(mix.classes(of: 4) == [.steady, .slow, .steady, .slow])
    }

    @Test(arguments: [
        ("steady", "--mix has \"steady\", which is no share"),
        ("", "--mix has \"\", which is no share"),
        ("steady=90,", "--mix has \"\", which is no share"),
        ("steady=50=50", "--mix has \"steady=50=50\", which is no share"),
        ("stedy=100", "--mix knows no subscribers that are \"stedy\""),
        ("steady=50,steady=50", "--mix has steady twice"),
        ("steady=x", "--mix cannot have \"x\" percent"),
        ("steady=-1", "--mix cannot have \"-1\" percent"),
        ("steady=101", "--mix cannot have \"101\" percent"),
        ("steady=1e2", "--mix cannot have \"1e2\" percent"),
        ("steady=33.333", "--mix cannot have \"33.333\" percent"),
        ("steady=nan", "--mix cannot have \"nan\" percent"),
        ("steady=90,slow=5", "--mix sums to 95.0 percent"),
    ])
    func `what is no mix is refused for what it is`(text: String, reason: String) {
        let failure = #expect(throws: ProgramFailure.self) { try SubscriberMix(parsing: text) }
        #expect(failure?.code == .usage && failure?.description.hasPrefix("\(reason); ") == true)
    }

    @Test func `the mix of steady ones needs no words`() throws {
        #expect(try SubscriberMix(parsing: "steady=100") == .steady)
    }
}
