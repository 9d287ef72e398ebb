import Glibc
import LinuxIO
import PlainText

/// Measures what the project promises; one benchmark a run, named on the command line.
@main
enum Benchmarks {
    private static let help = """
        usage: Benchmarks NAME [LANES]
          generator     samples a second, allocations for each, state of a session
          consistency   exact relations and limits at every sample of 10,000 sessions
          phases        the phase machine against the true phases, strap and optical
          fleet         lines of a live fleet beside its samples, allocations for each, memory a
                        session; of 100,000 lanes unless LANES says how many
          delivery      a line to each of 500 subscribers beside bare sends of its bytes
          days          four weeks of an athlete, and the next run of a lane
          query         four weeks and a year of an athlete, summed up by days
          load          a line in the load tester's account beside a count of newlines

        """

    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "generator": finish(GeneratorBenchmark.run())
        case "consistency": finish(ConsistencyBenchmark.run())
        case "phases": finish(PhaseBenchmark.run())
        case "fleet": finish(FleetBenchmark.run(lanes: lanes() ?? FleetBenchmark.usualLanes))
        case "delivery": finish(DeliveryBenchmark.run())
        case "days": finish(DaysBenchmark.run())
        case "query": finish(QueryBenchmark.run())
        case "load": finish(LoadBenchmark.run())
        case "--help": print(help, terminator: "")
        default:
            refuse()
        }
    }

    private static func lanes() -> Int? {
        guard let word = CommandLine.arguments.dropFirst(2).first else { return nil }
        guard let lanes = Int(word), FleetBenchmark.lanes.contains(lanes) else { refuse() }
        return lanes
    }

    private static func refuse() -> Never {
        _ = StandardStream.error.write(ShownText(lines: help))
        exit(2)
    }

    private static func finish(_ isKept: Bool) { exit(isKept ? 0 : 1) }
}
