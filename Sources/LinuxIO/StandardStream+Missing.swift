import Glibc

extension StandardStream {
    /// Opens `/dev/null` on each of the three standard streams that is closed, open(2).
    ///
    /// A number that is free goes to the next file that is opened: what is meant for a stream would
    /// be written into that file. Call it before anything else of the process opens a file.
    public static func openMissing() throws(SystemFailure) {
        // In this order, since the kernel gives the lowest number that is free.
        for stream in [StandardStream.input, .output, .error] where !stream.isOpen {
            let opened = try Syscall.check("open", path: "/dev/null") { open("/dev/null", O_RDWR) }
            precondition(opened == stream.raw, "opening stream \(stream.raw) gave \(opened)")
        }
    }

    private var isOpen: Bool {
        Syscall.onceUntrapped { fcntl(raw, F_GETFD) }.code != EBADF
    }
}
