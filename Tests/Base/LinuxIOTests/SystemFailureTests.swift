import Glibc
import LinuxIO
import Testing

@Suite struct SystemFailureTests {
    @Test func `a failure names the call, the thing and the reason`() {
        let failure = SystemFailure(call: "open", code: ENOENT, path: "/x")
        #expect("\(failure)" == "open /x: No such file or directory")
    }

    @Test func `a failure without a path leaves it out`() {
        #expect("\(SystemFailure(call: "send", code: EPIPE))" == "send: Broken pipe")
    }

    @Test func `a number that the C library does not know is printed`() {
        #expect(SystemFailure(call: "x", code: 9999).reason.contains("9999"))
    }

    @Test(
        arguments: [
            (ENOENT, \SystemFailure.isNotFound), (EACCES, \.isPermission), (EPERM, \.isPermission),
            (EROFS, \.isPermission), (ECONNREFUSED, \.isConnectionRefused),
            (EAGAIN, \.isWouldBlock), (EEXIST, \.isAlreadyExists), (EFBIG, \.isTooLarge),
        ] as [(Int32, any KeyPath<SystemFailure, Bool> & Sendable)])
    func `each question is answered by its numbers`(
        code: Int32, question: any KeyPath<SystemFailure, Bool> & Sendable
    ) {
        #expect(SystemFailure(call: "x", code: code)[keyPath: question])
        #expect(!SystemFailure(call: "x", code: ENOSYS)[keyPath: question])
    }
}
