import ChannelServer
import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import Proximity

@testable import StudioServer

/// A venue in memory with a clock that the test sets, and all its updates.
struct VenueFixture: Sendable {
    let venue: BeaconVenue
    let store: BeaconStore
    let notices: NoticeStore
    private let time = NIOLockedValueBox<Int64>(1_750_000_000_000_000_000)
    private let received = NIOLockedValueBox<[VenueUpdate]>([])

    init(
        local: [PlaceAction] = [],
        regionLimit: Int = 20,
        ownChannels: ActionRunner.OwnChannels? = nil,
        pushServices: Set<String> = [],
        minuteOfDay: @escaping @Sendable (Int64) -> Int = { _ in 720 }
    ) throws {
        let database = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        BeaconStore.migrate(&migrator)
        NoticeStore.migrate(&migrator)
        try migrator.migrate(database)
        store = BeaconStore(database)
        notices = NoticeStore(database)
        let (time, received) = (time, received)
        venue = BeaconVenue(
            store: store,
            regionLimit: regionLimit,
            actions: ActionDispatcher(
                runner: ActionRunner(pauses: [.milliseconds(10)], ownChannels: ownChannels),
                local: local,
                logger: Logger(label: "test")
            ),
            notices: NoticeSender(
                store: notices,
                sender: WebPushSender(key: try notices.key(), contact: "mailto:a@example.org"),
                services: pushServices,
                logger: Logger(label: "test"),
                minuteOfDay: minuteOfDay
            ),
            clock: { time.withLockedValue { $0 } },
            publish: { update, _ in received.withLockedValue { $0.append(update) } }
        )
    }

    /// The time now, ns.
    var now: Int64 { time.withLockedValue { $0 } }

    /// Lets so many milliseconds pass.
    func pass(milliseconds: Int64) { time.withLockedValue { $0 += milliseconds * 1_000_000 } }

    /// The venue's updates of regions and zones.
    var crossings: [Crossing] {
        received.withLockedValue { $0 }.compactMap { if case .crossing(let crossing) = $0 { crossing } else { nil } }
    }

    /// The museum, with a region for the tags of major 100.
    func makeMuseum() async throws {
        try await MuseumSettings.save(in: store)
        try await venue.load()
    }

    /// A tag's walk through the museum, reported twice per second by six receivers; called after each step.
    func walk(seconds: Int, seed: UInt64 = 1, _ step: (Int) async throws -> Void = { _ in }) async throws {
        let frame = IBeaconFrame(uuid: BeaconWalk.venueUUID, major: 100, minor: 1)
        let start = now
        var walk = BeaconWalk.venue(seed: seed)
        var next = walk.nextReceived(of: frame)
        for half in 0..<seconds * 2 {
            pass(milliseconds: 500)
            var packets: [(receiver: Int, packet: ReceivedPacket)] = []
            while var received = next, start + received.packet.nanoseconds <= now {
                received.packet.nanoseconds += start
                packets.append(received)
                next = walk.nextReceived(of: frame)
            }
            for (index, receiver) in MuseumSettings.receivers.enumerated() {
                let buffer = ReportBuffer(source: "test")
                buffer.set(.allowed, reason: nil)
                for received in packets where received.receiver == index { buffer.add(received.packet) }
                try await venue.take(buffer.take(at: now), from: receiver.key)
            }
            try await venue.tick()
            try await step(half)
        }
    }

    /// A report of one beacon, received now.
    func report(_ beacon: String, rssi: Int = -60, power: Int = -59) -> ReceiverReport {
        let received = ReceiverReport.BeaconPackets(beacon: beacon, power: power, packets: [[0, rssi]])
        return ReceiverReport(authorisation: .allowed, source: "test", beacons: [received])
    }

    /// The key of the simulated venue's tag.
    static let tag = "\(BeaconWalk.venueUUID)/100/1"
}
