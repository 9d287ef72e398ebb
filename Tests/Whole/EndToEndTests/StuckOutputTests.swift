import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// A reader that does not read holds up neither a signal nor a deadline.
    @Suite struct StuckOutputTests {
        private let place: Place

        init() throws { place = try Place() }

        /// What standard output is.
        enum Output: CaseIterable {
            case pipe, socket, namedPipe, terminal
        }

        /// The end that is never read, and the other one.
        private struct Ends: ~Copyable {
            let reader: Descriptor
            let writer: Descriptor
        }

        private func ends(_ output: Output) throws -> Ends {
            var pair: [Int32] = [-1, -1]
            switch output {
            case .pipe: try #require(pipe(&pair) == 0)
            case .socket:
                let kind = Int32(SOCK_STREAM.rawValue)
                try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
            case .namedPipe:
                let path = place.path("fifo")
                try #require(mkfifo(path, 0o600) == 0)
                pair[0] = open(path, O_RDONLY | O_NONBLOCK)
                pair[1] = open(path, O_WRONLY)
            case .terminal:
                var (controller, terminal) = (Int32(-1), Int32(-1))
                try #require(openpty(&controller, &terminal, nil, nil, nil) == 0)
                pair = [controller, terminal]
            }
            for raw in pair { try #require(fcntl(raw, F_SETFD, FD_CLOEXEC) == 0) }
            return Ends(
                reader: Descriptor(adopting: pair[0]), writer: Descriptor(adopting: pair[1]))
        }

        /// Fills what a program is to write to.
        private func fill(_ raw: Int32) throws {
            let flags = fcntl(raw, F_GETFL)
            try #require(fcntl(raw, F_SETFL, flags | O_NONBLOCK) == 0)
            let block = [UInt8](repeating: 120, count: 4096)
            for size in [4096, 1] { while write(raw, block, size) > 0 {} }
            try #require(fcntl(raw, F_SETFL, flags) == 0)
        }

        private static let tail = ["tail", "--json", "--from", "start"]

        @Test(arguments: Output.allCases, [SIGTERM, SIGINT])
        func `tail ends by a signal while nobody reads its lines`(
            output: Output, signal: Int32
        ) throws {
            let daemon = try place.startDaemon()
            let ends = try ends(output)
            try fill(ends.writer.raw)
            let anchor = place.path("anchor")
            let tail = try place.start(
                Programs.client, Self.tail + ["--anchor-file", anchor], writingTo: ends.writer.raw)
            try waitForRequest(daemon)
            tail.signal(signal)
            #expect(try tail.waitForEnd().end == .exited(128 + signal))
            // Not one line was written, where no terminal makes room by itself: the anchor, if
            // there is one, is before the first. Anchors sort as text.
            guard output != .terminal else { return }
            let outcome = try place.client(Self.tail + ["-n", "1"])
            let first = try #require(Line.numbered(in: outcome.output).first?.anchor)
            #expect(((try? place.read("anchor")) ?? "") < first)
            withExtendedLifetime(daemon) {}
            #expect(ends.reader.raw >= 0)
        }

        @Test(arguments: Output.allCases)
        func `tail ends with --for while nobody reads its lines`(output: Output) throws {
            let daemon = try place.startDaemon()
            let ends = try ends(output)
            try fill(ends.writer.raw)
            let tail = try place.start(
                Programs.client, Self.tail + ["--for", "300ms"], writingTo: ends.writer.raw)
            #expect(try tail.waitForEnd().end == .exited(0))
            withExtendedLifetime(daemon) {}
            #expect(ends.reader.raw >= 0)
        }

        @Test func `what is written before the signal is whole lines but for the last`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--sessions", "50"])
            let ends = try ends(.pipe)
            let anchor = place.path("anchor")
            let tail = try place.start(
                Programs.client, Self.tail + ["--anchor-file", anchor], writingTo: ends.writer.raw)
            // Until the pipe is full.
            while try Poll.readable([], orWritable: ends.writer.raw, timeout: .zero) != [] {}
            tail.signal(SIGTERM)
            #expect(try tail.waitForEnd().end == .exited(128 + SIGTERM))
            var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
            while try Poll.readable(ends.reader.raw, timeout: .zero) {
                bytes += chunk[..<read(ends.reader.raw, &chunk, chunk.count)]
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
            let kept = try place.read("anchor").split(separator: "\n").first ?? ""
            let last = whole.split(separator: "\n").last { $0.contains("\"anchor\"") } ?? ""
            #expect(!kept.isEmpty && last.contains("\"\(kept)\""))
            withExtendedLifetime(daemon) {}
        }

        @Test(arguments: ["record --out kept", "relay --exec true --anchor-file anchor"])
        func `notices that nobody reads hold up no signal and no deadline`(
            command: String
        ) throws {
            for ending in ["--for 300ms", ""] {
                let ends = try ends(.pipe)
                try fill(ends.writer.raw)
                let client = "exec \(Programs.client) \(command) \(ending)"
                let script = "cd \(place.path) && \(client) 2>&1"
                let program = try place.start(
                    "/bin/sh", ["-c", script], writingTo: ends.writer.raw)
                if ending.isEmpty { try signalOnce(program) }
                #expect(try program.waitForEnd().end == .exited(0))
                #expect(ends.reader.raw >= 0)
            }
        }

        /// Signals a program that has no other sign of life than that it has begun.
        private func signalOnce(_ program: Program) throws {
            while try !isTaking(SIGTERM, program.id) { sched_yield() }
            program.signal(SIGTERM)
        }

        /// Whether a process has a handler for a signal, proc(5).
        private func isTaking(_ signal: Int32, _ process: pid_t) throws -> Bool {
            let status = try FileContent.read("/proc/\(process)/status", limitBytes: 1 << 16)
            let row = String(decoding: status, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("SigCgt:") }
            let mask = row?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
            return mask & 1 << UInt64(signal - 1) != 0
        }

        /// Waits until the daemon has accepted a subscription.
        private func waitForRequest(_ daemon: borrowing Program) throws {
            var answer = ""
            while !answer.contains(#""subscriptions":1"#) {
                answer = try place.client(["status", "--json"]).output
            }
        }
    }
}
