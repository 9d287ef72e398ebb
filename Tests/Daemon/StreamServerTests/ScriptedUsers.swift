import Testing
import WireProtocol

@testable import StreamServer

/// Who connects to a hub, as the test says.
final class ScriptedUsers {
    private final class Next {
        var user: UInt32?
    }

    private let next = Next()

    /// Who connects next; nil is one of whom nobody knows who it is.
    var user: UInt32? {
        get { next.user }
        set { next.user = newValue }
    }

    /// A hub of which user 0 is the operator.
    func hub(
        lanes: Int = 2, padding: Int = 0, _ change: (inout HubLimits) -> Void = { _ in }
    ) throws -> ScriptedHub {
        var limits = HubLimits.announced
        change(&limits)
        return try ScriptedHub(lanes: lanes, padding: padding, limits: limits) { [next] _ in
            var rights = Rights.unrestricted
            (rights.userID, rights.isOperator) = (next.user, next.user == 0)
            return rights
        }
    }

    /// A client that has been greeted.
    ///
    /// - Parameter settling: whether the hub does all that it can do.
    func connect(
        to server: ScriptedHub, as user: UInt32?, settling: Bool = true
    ) throws -> ScriptedClient {
        self.user = user
        let client = try ScriptedClient(server.path)
        if settling { try server.settle() } else { server.hub.handleEvents() }
        #expect(try client.receive().map(\.type) == ["hello"])
        return client
    }
}
