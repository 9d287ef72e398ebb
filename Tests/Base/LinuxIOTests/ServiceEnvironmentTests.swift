import Glibc
import LinuxIO
import Testing

@Suite struct ServiceEnvironmentTests {
    @Test func `the variables are taken once and are gone for programs started later`() async {
        await #expect(processExitsWith: .success) {
            let values = [
                "NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7",
                "LISTEN_PID": "8", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "runwayd.socket",
            ]
            for (name, value) in values { setenv(name, value, 1) }
            let found = ServiceEnvironment.consume()
            precondition(found.notifySocket == "/run/n")
            precondition(found.watchdogPeriod == "20000000" && found.watchdogProcess == "7")
            precondition(found.listenProcess == "8" && found.listenCount == "1")
            precondition(found.listenNames == "runwayd.socket")
            for name in values.keys { precondition(getenv(name) == nil, name) }
            precondition(ServiceEnvironment.consume() == ServiceEnvironment())
        }
    }

    @Test func `an empty variable is none, and is gone as well`() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "", 1)
            precondition(ServiceEnvironment.consume() == ServiceEnvironment())
            precondition(getenv("NOTIFY_SOCKET") == nil)
        }
    }

    @Test(
        arguments: [
            ("20000000", "7", 20_000_000), ("1", nil, 1), ("20000000", "8", nil), ("0", "7", nil),
            ("-5", nil, nil), ("soon", "7", nil), ("20000000", "", nil), (nil, "7", nil),
            (nil, nil, nil), ("99999999999999999999", nil, nil),
        ] as [(String?, String?, Int64?)])
    func `a sign of life is due from the process that is named, within a period above zero`(
        period: String?, process: String?, expected: Int64?
    ) {
        var environment = ServiceEnvironment()
        environment.watchdogPeriod = period
        environment.watchdogProcess = process
        #expect(environment.watchdogTimeout(processID: 7) == expected.map { .microseconds($0) })
    }
}
