import ClientCore
import LinuxIO

@main
struct Main {
    static func main() {
        MainProgram.run { await ClientProgram.run($0) }
    }
}
