import ClientCore
import LinuxIO

@main
struct Main {
    static func main() {
        MainProgram.run { await ClientProgram(commit: commit).run($0) }
    }
}
