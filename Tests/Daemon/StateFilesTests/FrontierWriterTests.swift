import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct FrontierWriterTests {
    private let directory: SharedDirectory
    private let engine = QueueExecutor(label: "bench")

    init() throws { directory = try SharedDirectory(prefix: "runway-frontier") }

    private var path: String { "\(directory.path)/frontier" }

    private var kept: FleetInstant? {
        get throws {
            try FrontierRecord(try FileContent.read(path, limitBytes: 1 << 10), file: path).promise
        }
    }

    private func writer(
        in folder: PrivateFolder, report: @escaping @Sendable (SystemFailure) -> Void = { _ in }
    ) throws -> FrontierWriter {
        let file = FrontierFile(in: folder, nil)
        try file.begin(with: Journal(identity: "mkzz710x").seal)
        let frontier = Frontier(
            earlier: nil, at: instant(100), reach: StateLimits.frontierReach(at: .realTime))
        return FrontierWriter(file, frontier, engine: engine, report: report)
    }

    /// Puts a folder into the file's place, which no file can replace.
    private func disguise() throws {
        try #require(Glibc.unlink(path) == 0)
        try Directory.create(path)
    }

    /// Lets the engine work, and waits until the disk has answered.
    private func act(
        _ writer: FrontierWriter, _ work: @escaping @Sendable (FrontierWriter) -> Void
    ) async {
        engine.run { work(writer) }
        await withCheckedContinuation { resumeOnceSettled(writer, $0) }
    }

    private func resumeOnceSettled(
        _ writer: FrontierWriter, _ continuation: CheckedContinuation<Void, Never>
    ) {
        engine.run {
            guard writer.isSettled else { return self.resumeOnceSettled(writer, continuation) }
            continuation.resume()
        }
    }

    @Test func `promises run ahead of the fleet, and the last one says where it ended`()
        async throws
    {
        let writer = try writer(in: try PrivateFolder(directory.path))
        await act(writer) { $0.note(instant(102)) }
        #expect(try kept == nil)
        await act(writer) { $0.note(instant(103)) }
        #expect(try kept == instant(109))
        await act(writer) { writer in
            for second in Int64(104)...107 { writer.note(instant(second)) }
        }
        #expect(try kept == instant(112))
        await act(writer) { $0.end(at: instant(107)) }
        #expect(try kept == instant(107))
    }

    @Test func `a disk that refuses is told once, and tried again`() async throws {
        let (failures, said) = AsyncStream<SystemFailure>.makeStream()
        let folder = try PrivateFolder(directory.path)
        let writer = try writer(in: folder) { said.yield($0) }
        try disguise()
        for second: Int64 in [110, 111, 120] { await act(writer) { $0.note(instant(second)) } }
        try #require(Glibc.rmdir(path) == 0)
        await act(writer) { $0.note(instant(130)) }
        #expect(try kept == instant(136))
        try disguise()
        await act(writer) { $0.note(instant(140)) }
        said.finish()
        var codes: [Int32] = []
        for await failure in failures { codes.append(failure.code) }
        #expect(codes == [EISDIR, EISDIR])
    }
}
