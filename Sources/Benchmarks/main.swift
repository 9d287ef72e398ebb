import LinuxIO
import Simulation
import Vocabulary

print(MemoryLayout<SimulatedRun>.size, MemoryLayout<Athlete>.size, MemoryLayout<RunPlan>.size, MemoryLayout<SourceStep>.size)
var total: Int64 = 0
for _ in 0..<3 {
let begin = MonotonicClock.nowMicroseconds
var samples = 0
for lane in 0..<200 {
    var run = SimulatedRun(seed: 7, lane: lane, lap: 0, rate: .oneHertz)
    while run.nextOffset != nil {
        if case .sample(let sample) = run.next().content { total &+= sample[.speed] ?? 0 }
        samples += 1
    }
}
print(samples, total, Double(samples) / Double(MonotonicClock.nowMicroseconds - begin), "M/s")
}
