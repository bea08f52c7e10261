import Atomics
import Logging
import NIOConcurrencyHelpers
import NIOCore
import PusherProtocol

/// Where connections, the bus and the outside meet: one shard an event loop, one bus for all.
final class Hub: BusReceiver {
    let applications: ApplicationDirectory
    let bus: any ChannelBus
    let webhooks: WebhookSender
    let counters = Counters()
    let logger: Logger
    let observers = NIOLockedValueBox<[Int: @Sendable (HubEvent) -> Void]>([:])
    /// Whether there are observers, so that an unobserved server pays nothing for them.
    let isObserved = ManagedAtomic(false)
    private let shards: [ObjectIdentifier: LoopBound]
    let anyLoop: any EventLoop
    let counts: CountAnnouncer
    let journal: AbsenceJournal
    private let accepting = NIOLockedValueBox(true)
    /// How many sockets are told to go at once.
    private let drainBatch: Int
    private let isDraining = ManagedAtomic(false)
    private let connectionsByApplication = NIOLockedValueBox<[String: Int]>([:])

    /// A shard that is only touched on its loop.
    struct LoopBound: @unchecked Sendable {
        let loop: any EventLoop
        let shard: Shard
        let inbox: Inbox

        init(loop: any EventLoop) {
            self.loop = loop
            shard = Shard(loop: loop)
            inbox = Inbox(shard: shard)
        }
    }

    init(
        applications: ApplicationDirectory,
        bus: any ChannelBus,
        group: any EventLoopGroup,
        webhooks: WebhookSender,
        drainBatch: Int = 1_000,
        logger: Logger
    ) {
        self.drainBatch = drainBatch
        self.applications = applications
        self.bus = bus
        self.webhooks = webhooks
        self.logger = logger
        counts = CountAnnouncer()
        journal = AbsenceJournal()
        var shards: [ObjectIdentifier: LoopBound] = [:]
        for loop in group.makeIterator() {
            shards[ObjectIdentifier(loop)] = LoopBound(loop: loop)
        }
        self.shards = shards
        anyLoop = group.next()
    }

    var allShards: [LoopBound] { Array(shards.values) }

    /// The shard of an event loop the caller runs on.
    func shard(on loop: any EventLoop) -> Shard {
        loop.preconditionInEventLoop()
        guard let bound = shards[ObjectIdentifier(loop)] else {
            preconditionFailure("a connection runs on a loop of another group than its hub's")
        }
        return bound.shard
    }

    /// Whether new connections are taken.
    var isAccepting: Bool {
        get { accepting.withLockedValue { $0 } }
        set { accepting.withLockedValue { $0 = newValue } }
    }

    /// Refuses newcomers and begins to tell every client to reconnect elsewhere; once, however often it is asked.
    func beginDraining() {
        isAccepting = false
        guard !isDraining.exchange(true, ordering: .relaxed) else { return }
        Task { await tellAllToReconnect(batch: drainBatch) }
    }

    func connections(of application: String) -> Int {
        connectionsByApplication.withLockedValue { $0[application] ?? 0 }
    }

    /// Counts a connection in unless the quota is reached.
    func admit(to application: ChannelApplication) -> Bool {
        connectionsByApplication.withLockedValue { counts in
            let count = counts[application.id] ?? 0
            if let quota = application.limits.connections, count >= quota { return false }
            counts[application.id] = count + 1
            return true
        }
    }

    func dismiss(from application: ChannelApplication) {
        connectionsByApplication.withLockedValue { $0[application.id, default: 1] -= 1 }
    }

    // MARK: - From the bus

    func deliver(_ delivery: Delivery) {
        counters.published.add()
        spread(delivery)
    }

    /// Hands an event to this process's subscribers, uncounted.
    func spread(_ delivery: Delivery) {
        let key = Hub.key(delivery.application, delivery.channel)
        let frame = Frame.text(delivery.json)
        for bound in shards.values {
            // Numbered events keep one order on every shard, so they always wait their turn.
            if delivery.serial == nil, !delivery.isOrdered, bound.loop.inEventLoop {
                bound.shard.deliver(frame, to: key, except: delivery.except, serial: nil)
            } else {
                bound.inbox.put(
                    Inbox.Letter(frame: frame, key: key, except: delivery.except, serial: delivery.serial)
                )
            }
        }
    }

    func notice(_ notice: BusNotice) {
        for bound in shards.values { bound.loop.execute { self.take(notice, on: bound.shard) } }
    }

    func swept(_ left: [Swept]) {
        for item in left { tell(item) }
    }

    static func key(_ application: String, _ channel: String) -> String { application + "/" + channel }
}
