import Glibc
import LinuxIO
import Testing

@Suite struct WorkingDirectoryTests {
    @Test func `it is where relative paths begin`() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryDirectory(prefix: "runway-cwd")
            precondition(chdir(folder.path) == 0)
            let path = WorkingDirectory.path ?? "none"
            precondition(path.hasPrefix("/"))
            let (found, made) = (try FileStatus.of(path), try FileStatus.of(folder.path))
            precondition(found != nil && found?.identity == made?.identity)
        }
    }

    @Test(arguments: [
        ("/a/b", "/a/b"), ("/a//b/./c/../d/", "/a/b/d"), ("/../..", "/"), ("/", "/"), ("", nil),
        ("x/../y", "/y"), ("./y", "/y"),
    ])
    func `an absolute path says nothing twice`(path: String, absolute: String?) throws {
        let folder = try #require(WorkingDirectory.path)
        let expected = path.hasPrefix("/") ? absolute : folder + (absolute ?? "")
        #expect(WorkingDirectory.absolute(path) == expected)
    }

    @Test func `one that has been removed is none`() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryDirectory(prefix: "runway-cwd")
            precondition(chdir(folder.path) == 0 && rmdir(folder.path) == 0)
            precondition(WorkingDirectory.path == nil)
        }
    }
}
