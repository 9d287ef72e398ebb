import TestSupport
import Testing

extension EndToEnd {
    /// `config/relay/mqtt` with programs that stand for mosquitto_pub.
    @Suite struct MQTTAdapterTests {
        private let place: Place

        init() throws { place = try Place() }

        private static let lines = 70_000

        /// Hands the adapter more lines than messages have numbers.
        private func publish(
            with client: String, _ arguments: String
        ) throws -> Program.Outcome {
            try place.addProgram("mosquitto_pub", client)
            let adapter = "\(Checkout.path("config/relay/mqtt")) \(arguments)"
            let environment = "PATH=\(place.path):$PATH TOPIC=\"it's  all\""
            let command = "seq \(Self.lines) | \(environment) \(adapter)"
            return try place.start("/bin/sh", ["-c", command]).waitForEnd()
        }

        @Test func `a client gets at most as many lines as messages have numbers`() throws {
            let client =
                "printf '<%s>' \"$@\" >> \(place.path("arguments")); "
                + "tee -a \(place.path("stored")) | wc -l"
            let outcome = try publish(with: client, #"-u "a'b''" -P '$s "c'"#)
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.output == "65535\n\(Self.lines - 65535)\n")
            let stored = try place.read("stored").split(separator: "\n")
            #expect(stored == (1...Self.lines).map { "\($0)"[...] })
            let arguments = #"<-q><1><-l><-t><it's  all><-u><a'b''><-P><$s "c><-V><mqttv311>"#
            #expect(try place.read("arguments") == arguments + arguments)
        }

        @Test(arguments: ["exit 3", "kill -KILL $$", "kill -PIPE $$"])
        func `a client that fails fails the batch, and no argument is told`(end: String) throws {
            let last = "[ $(wc -l) -eq 65535 ] || \(end)"
            for client in [end, last] {
                let outcome = try publish(with: client, "-P secret")
                #expect(outcome.end != .exited(0), "\(client)")
                #expect(!outcome.errors.contains("secret"), "\(outcome.errors)")
            }
        }

        @Test func `a line with a byte of zero is refused, and not cut at it`() throws {
            try place.addProgram("mosquitto_pub", "cat >> \(place.path("stored"))")
            let batch = try place.write("{\"a\":\"\0\"}\n", to: "batch")
            let adapter = Checkout.path("config/relay/mqtt")
            let command = "PATH=\(place.path):$PATH TOPIC=t \(adapter) < \(batch)"
            #expect(try place.start("/bin/sh", ["-c", command]).waitForEnd().end == .exited(65))
            #expect((try? place.read("stored")) == nil)
        }
    }

    /// `config/relay/postgres` with a program that stands for psql.
    @Suite struct PostgresAdapterTests {
        private let place: Place

        init() throws { place = try Place() }

        private func insert(_ batch: String) throws -> Program.Outcome.End {
            try place.addProgram("psql", "cat > \(place.path("inserted"))")
            let batch = try place.write(batch, to: "batch")
            let adapter = Checkout.path("config/relay/postgres")
            let command = "PATH=\(place.path):$PATH \(adapter) < \(batch)"
            return try place.start("/bin/sh", ["-c", command]).waitForEnd().end
        }

        @Test(arguments: [
            "\\.", "s1\t2\t{\u{1}}", "s1\t2\t{\0}", "s1\t2\t{\t}", "\t\t{}", "{}",
            "\\! touch ran",
        ])
        func `a batch is refused as a whole where psql would end it or change it`(
            line: String
        ) throws {
            #expect(try insert("s1\t1\t{}\n\(line)\ns1\t3\t{}\n") == .exited(65))
            #expect((try? place.read("inserted")) == nil)
        }

        @Test func `lines with key and id come as they are`() throws {
            let lines = "läufe s1\t1\t{\"a\":\"'; drop table runs; --\"}\n"
            #expect(try insert(lines) == .exited(0))
            #expect(try place.read("inserted") == lines)
        }
    }
}
