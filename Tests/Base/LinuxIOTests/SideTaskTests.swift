import Dispatch
import Glibc
import LinuxIO
import Testing

@Suite struct SideTaskTests {
    @Test func `a result is there once the work has been done, and is taken once`() {
        let tasks = (1...20).map { number in SideTask { (1...number).reduce(0, +) } }
        for task in tasks { task.join() }
        #expect(tasks.map { $0.consume() } == (1...20).map { $0 * ($0 + 1) / 2 })
        #expect(tasks.allSatisfy { $0.consume() == nil })
    }

    @Test func `nobody waits for work that goes on`() {
        let gate = DispatchSemaphore(value: 0)
        let task = SideTask { gate.wait() }
        #expect(task.consume() == nil)
        gate.signal()
        task.join()
        #expect(task.consume() != nil)
    }

    @Test func `its thread is nicer than the process, whose niceness none falls below`() {
        let task = SideTask { niceness(of: 0) }
        task.join()
        #expect(task.consume() == min(niceness(of: id_t(getpid())) + 5, 19))
    }

    @Test func `a task that has been let go of ends all the same`() {
        let gate = DispatchSemaphore(value: 0)
        _ = SideTask { gate.signal() }
        gate.wait()
    }
}
