import LinuxIO
import Terminal

extension Symbols {
    /// Those that were chosen, or else those that the locale and the terminal of the environment
    /// can show.
    init(choice: String? = nil) {
        self.init(
            choice: choice, locale: ["LC_ALL", "LC_CTYPE", "LANG"].map(Environment.value),
            terminalType: Environment.value("TERM"))
    }
}
