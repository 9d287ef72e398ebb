import ClientCore
import Glibc

@main
struct Main {
    static func main() async {
        exit(await ClientProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
