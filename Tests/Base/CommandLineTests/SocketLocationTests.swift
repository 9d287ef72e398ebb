import CommandLine
import Testing

@Suite struct SocketLocationTests {
    private func candidates(
        _ flag: String?, _ variable: String?, _ directory: String?
    ) -> [String] {
        let location = SocketLocation(
            flag: flag, variable: variable, runtimeDirectory: directory)
        #expect(location.listening == location.candidates.first)
        return location.candidates
    }

    @Test func `the flag comes before everything`() {
        #expect(candidates("/a.sock", "/b.sock", "/run/user/7") == ["/a.sock"])
    }

    @Test func `the variable comes next, unless it is empty`() {
        #expect(candidates(nil, "b.sock", "/run/user/7") == ["b.sock"])
        #expect(candidates(nil, "", nil) == ["/run/runway/runwayd.sock"])
    }

    @Test func `without a name it is the user's folder, then the system's`() {
        let both = ["/run/user/7/runway/runwayd.sock", "/run/runway/runwayd.sock"]
        #expect(candidates(nil, nil, "/run/user/7") == both)
        #expect(candidates(nil, "", "/run/user/7") == both)
    }

    @Test(arguments: [nil, "", "run/user/7"])
    func `a runtime folder that is no absolute path is passed over`(directory: String?) {
        #expect(candidates(nil, nil, directory) == [SocketLocation.system])
    }
}
