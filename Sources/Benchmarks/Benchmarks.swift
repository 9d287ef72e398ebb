import Glibc
import LinuxIO

/// Measures what the project promises; one benchmark a run, named on the command line.
@main
enum Benchmarks {
    private static let help = """
        usage: Benchmarks NAME
          generator     samples a second, allocations for each, state of a session
          consistency   exact relations and limits at every sample of 10,000 sessions
          phases        the phase machine against the true phases, strap and optical

        """

    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "generator": finish(GeneratorBenchmark.run())
        case "consistency": finish(ConsistencyBenchmark.run())
        case "phases": finish(PhaseBenchmark.run())
        case "--help": print(help, terminator: "")
        default:
            _ = StandardStream.error.write(help)
            exit(2)
        }
    }

    private static func finish(_ isKept: Bool) { exit(isKept ? 0 : 1) }
}
