import LinuxIO
import TestSupport
import Testing

extension EndToEnd {
    /// `config/relay/file`: what a crash or a failing disk left is mended by the next batch.
    @Suite struct FileAdapterTests {
        private let place: Place

        init() throws { place = try Place() }

        private static let day = "kept/2026-03-01.ndjson"

        /// Lines of one session by their numbers, which are in their anchors too.
        private static func lines(_ numbers: ClosedRange<Int>, day: String = "01") -> String {
            numbers.map { number in
                #"{"type":"stat","session":"s1.1","n":\#(number),"t":"2026-03-\#(day)T06:00:00Z","#
                    + #""anchor":"a1kkyzkbs9\#(number)","phase":"cruise"}"# + "\n"
            }.joined()
        }

        private func keep(_ batch: String) throws -> Program.Outcome {
            let batch = try place.write(batch, to: "batch")
            let adapter = "\(Checkout.path("config/relay/file")) '\(place.path("kept"))'"
            let command = "PATH=\(place.path):$PATH \(adapter) < \(batch)"
            return try place.start("/bin/sh", ["-c", command]).waitForEnd()
        }

        private func append(_ text: String) throws {
            _ = try place.write(try place.read(Self.day) + text, to: Self.day)
        }

        @Test(arguments: ["\0\0\0", #"{"type":"st"#, #"{"type":"# + "\0\0"])
        func `what a crash leaves behind the last line is cut off, and nothing else`(
            rest: String
        ) throws {
            #expect(try keep(Self.lines(100...199)).end == .exited(0))
            try append(rest)
            #expect(try keep(Self.lines(200...209)).end == .exited(0))
            #expect(try place.read(Self.day) == Self.lines(100...209))
        }

        @Test func `a batch that is partly there is there once`() throws {
            #expect(try keep(Self.lines(100...149)).end == .exited(0))
            #expect(try keep(Self.lines(140...160)).end == .exited(0))
            #expect(try place.read(Self.day) == Self.lines(100...160))
        }

        @Test(arguments: [false, true])
        func `lines that a failing disk may lack are taken back and come again`(
            isPartlyThere: Bool
        ) throws {
            #expect(try keep(Self.lines(100...149)).end == .exited(0))
            if isPartlyThere { try append(Self.lines(150...152)) }
            try place.addProgram("sync", "exit 1")
            #expect(try keep(Self.lines(150...160)).end == .exited(74))
            #expect(try place.read(Self.day) == Self.lines(100...149))
            try place.addProgram("sync", "exit 0")
            #expect(try keep(Self.lines(150...160)).end == .exited(0))
            #expect(try place.read(Self.day) == Self.lines(100...160))
        }

        @Test func `of two days only the one that the disk may lack is taken back`() throws {
            let batch = Self.lines(100...149) + Self.lines(150...160, day: "02")
            try place.addProgram("sync", #"case $1 in *-02.ndjson) exit 1 ;; esac"#)
            #expect(try keep(batch).end == .exited(74))
            #expect(try place.read(Self.day) == Self.lines(100...149))
            #expect(try place.read("kept/2026-03-02.ndjson").isEmpty)
            try place.addProgram("sync", "exit 0")
            #expect(try keep(batch).end == .exited(0))
            #expect(try place.read(Self.day) == Self.lines(100...149))
            #expect(try place.read("kept/2026-03-02.ndjson") == Self.lines(150...160, day: "02"))
        }

        @Test(arguments: [
            "$(touch ran)", "`touch ran`", #"\"; touch ran; \""#, "../../ran", "ran", "-n", "",
            String(repeating: "9", count: 70_000), "2026-03-01T06:00:00Z\r", "2026-03-0\u{661}",
            "9999-99-99T06:00:00Z",
        ])
        func `nothing of a line is run, and none leaves the folder`(time: String) throws {
            #expect(try keep(Self.lines(100...149)).end == .exited(0))
            let head = #"{"type":"stat","session":"s1.1","n":150,"t":""# + time
            let hostile = head + #"","t":"2026-03-02T06:00:00Z","anchor":"a1kkyzkbs9150"}"# + "\n"
            for batch in [hostile, Self.lines(150...160) + hostile + Self.lines(161...162)] {
                #expect(try keep(batch).end == .exited(66))
            }
            let list = try place.start("/bin/sh", ["-c", "cd \(place.path("")) && ls -A . kept"])
            let names = try list.waitForEnd().output.split(separator: "\n")
            #expect(Set(names).isSubset(of: [".:", "batch", "kept", "kept:", "2026-03-01.ndjson"]))
        }

        @Test(arguments: ["ln -s ../secret", "mkfifo"])
        func `what has the name of a day and is no regular file is left alone`(
            making: String
        ) throws {
            _ = try place.write("", to: "secret")
            #expect(try keep(Self.lines(100...149)).end == .exited(0))
            for day in ["00", "02"] {
                let name = place.path("kept/2026-03-\(day).ndjson")
                let make = try place.start("/bin/sh", ["-c", "\(making) \(name)"]).waitForEnd()
                #expect(make.end == .exited(0))
                let outcome = try keep(Self.lines(150...160, day: day))
                #expect(outcome.end == .exited(66), "\(outcome.errors)")
                #expect(try place.read("secret").isEmpty)
                _ = try place.start("/bin/rm", [name]).waitForEnd()
            }
        }

        @Test func `lines of another form and a file that is not there are refused`() throws {
            let chosen = #"{"type":"stat","anchor":"a1kkyzkbs9100"}"# + "\n"
            #expect(try keep(chosen).end == .exited(66))
            #expect(
                try place.start("/bin/ls", ["-A", place.path("kept")]).waitForEnd().output == "")
            #expect(try keep(Self.lines(100...149)).end == .exited(0))
            let link = ["-s", "/nonexistent", place.path("kept/2026-03-02.ndjson")]
            #expect(try place.start("/bin/ln", link).waitForEnd().end == .exited(0))
            #expect(try keep(Self.lines(100...149)).end != .exited(0))
            #expect(try place.read(Self.day) == Self.lines(100...149))
        }
    }
}
