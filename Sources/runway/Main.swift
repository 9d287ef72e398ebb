import ClientCore
import LinuxIO

@main
struct Main {
    static func main() {
        MainProgram.run { await ClientProgram.run(Array(CommandLine.arguments.dropFirst())) }
    }
}
