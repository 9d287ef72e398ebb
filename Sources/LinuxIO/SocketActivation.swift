/// The sockets that a service manager opens before it starts the process, sd_listen_fds(3).
public enum SocketActivation {
    /// The number of the first descriptor that is passed; the others follow.
    public static let firstDescriptor: Int32 = 3

    /// The socket that has been passed to this process; nil when there is none, or when the
    /// variables are meant for another process.
    ///
    /// One socket is accepted, whatever it is called. From here on it belongs to the listener.
    ///
    /// - Parameters:
    ///   - processID: the process that `LISTEN_PID` has to name.
    ///   - first: the number of the first descriptor.
    public static func listener(
        _ environment: ServiceEnvironment, processID: Int32 = CurrentProcess.id,
        first: Int32 = Self.firstDescriptor
    ) throws(ActivationFailure) -> ListeningSocket? {
        guard environment.listenProcess == "\(processID)", let text = environment.listenCount
        else { return nil }
        guard let count = Int(text), count >= 0 else { throw .badCount(text) }
        switch count {
        case 0: return nil
        case 1: return try ListeningSocket.adopt(first)
        case _: throw .several(count: count, names: environment.listenNames)
        }
    }
}
