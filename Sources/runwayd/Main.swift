import DaemonCore
import LinuxIO

@main
struct Main {
    static func main() {
        MainProgram.run { await DaemonProgram.run(Array(CommandLine.arguments.dropFirst())) }
    }
}
