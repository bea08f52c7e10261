import Atomics
import PusherProtocol

/// Decides which connections are accepted, and counts those that are.
final class ConnectionAdmission: Sendable {
    private let applications: ApplicationDirectory
    private let use: ApplicationUse
    private let counters: Counters
    private let isDraining = ManagedAtomic(false)

    init(applications: ApplicationDirectory, use: ApplicationUse, counters: Counters) {
        self.applications = applications
        self.use = use
        self.counters = counters
    }

    /// Whether new connections are accepted.
    var isAccepting: Bool { !isDraining.load(ordering: .relaxed) }

    /// Refuses all connections from now on; false if they were refused already.
    func stopAccepting() -> Bool { !isDraining.exchange(true, ordering: .relaxed) }

    /// The reason to refuse a connection; nil if it is accepted, and then it counts towards its application's quota.
    func refusal(of request: ConnectionRequest?, isTLS: Bool, mostConnections: Int) -> CloseCode? {
        guard let request else { return .pathNotFound }
        guard isAccepting, counters.connections.current < mostConnections else { return .overCapacity }
        let application = applications.application(key: request.key)
        if let code = request.refusal(by: application, isTLS: isTLS, connections: 0) { return code }
        guard let application, use.admitConnection(to: application) else { return .overConnectionQuota }
        return nil
    }

    /// Counts an accepted connection that has opened.
    func opened() {
        counters.connections.add()
        counters.connectionsTotal.add()
    }

    /// Counts an opened connection out.
    func closed(from application: ChannelApplication) {
        use.dismissConnection(from: application)
        counters.connections.add(-1)
    }
}
