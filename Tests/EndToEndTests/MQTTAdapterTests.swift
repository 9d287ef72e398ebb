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
            let adapter = "\(Readme.root)/config/relay/mqtt \(arguments)"
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
    }
}
