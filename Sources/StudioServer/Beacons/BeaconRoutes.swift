import ChannelServer
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// Beacons: receivers report their packets; the studio computes distances, positions and events, and runs actions.
struct BeaconRoutes: StudioRoutes {
    let venues: BeaconVenues
    private let core: StudioCore
    private let keeper: BeaconKeeper
    private let bridge: HomeAssistantBridge?
    private let push: PushEndpoints

    /// The part on the studio's core.
    ///
    /// Throws what the database throws.
    init(on core: StudioCore) throws {
        let clock = StudioClock()
        let configuration = core.configuration.beacons
        let channels = core.channels
        let publisher = BeaconPublisher(channels: channels)
        let logger = core.logger
        let runner = ActionRunner(client: core.httpClient) { event, channel, notice in
            try channels.publish(event: event, on: channel, data: notice)
        }
        let store = BeaconStore(core.store.database)
        let bridge = configuration.broker.map { HomeAssistantBridge(address: $0, store: store, logger: logger) }
        let notices = NoticeStore(core.store.database)
        let key = try notices.key()
        push = PushEndpoints(
            store: notices,
            beacons: store,
            owner: core.owner,
            protection: core.protection,
            services: configuration.pushServices,
            key: key.publicKey
        )
        let own = BeaconVenue(
            store: store,
            regionLimit: configuration.regionLimit,
            actions: ActionDispatcher(runner: runner, local: configuration.actions, logger: logger),
            notices: NoticeSender(
                store: notices,
                // Follows no redirects: the address that was checked is the one that is asked.
                sender: WebPushSender(key: key, contact: configuration.pushContact, client: WebhookAddress.client),
                services: configuration.pushServices,
                logger: logger
            ),
            clock: { clock.nanoseconds },
            publish: {
                publisher.publish($0, to: $1 ? [.owner, .public] : [.owner])
                bridge?.take($0)
            }
        )
        let venues = BeaconVenues(
            own: own,
            makeSimulation: { kind, tagName in
                try await SimulatedVenue.make(
                    kind,
                    of: store,
                    tagName: tagName,
                    runner: runner,
                    regionLimit: configuration.regionLimit,
                    logger: logger,
                    clock: { clock.nanoseconds },
                    publish: { publisher.publish($0, to: kind == .own ? [.rehearsal] : $1 ? [.simulated] : []) }
                )
            },
            publish: { publisher.publish($0, to: []) }
        )
        self.venues = venues
        self.bridge = bridge
        self.core = core
        keeper = BeaconKeeper(venues: venues, configuration: configuration, logger: logger)
    }

    func addRoutes(to router: Router<StudioContext>) {
        BeaconEndpoints(venues: venues, owner: core.owner).add(to: router)
        FloorEndpoints(venues: venues, owner: core.owner).add(to: router)
        SurveyEndpoints(venues: venues, owner: core.owner).add(to: router)
        push.add(to: router)
    }

    var channelPolicies: [ChannelPolicy] {
        let (venues, owner) = (venues, core.owner)
        return [
            ChannelPolicy(prefix: BeaconChannel.prefix) { request, _, ask in
                switch BeaconChannel(rawValue: ask.channel) {
                case .owner, .rehearsal: owner.isOwner(request) ? ChannelGrant() : nil
                case .public: try await venues.own.store.floors.plan().isPublic == true ? ChannelGrant() : nil
                case .simulated: await venues.simulated(forOwner: false) == nil ? nil : ChannelGrant()
                case nil: nil
                }
            }
        ]
    }

    var services: [any Service] { [keeper] + (bridge.map { [$0] } ?? []) }
}
