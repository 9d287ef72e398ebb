import DaemonCore
import Glibc

@main
struct Main {
    static func main() async {
        exit(await DaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
