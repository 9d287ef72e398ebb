import DaemonCore
import LinuxIO

@main
struct Main {
    static func main() {
        MainProgram.run { await DaemonProgram(commit: commit).run($0) }
    }
}
