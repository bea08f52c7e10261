import ChannelServer
import Foundation
import Logging

/// Sends the owner's notices to visitors' browsers: once per visit, outside the quiet hours.
actor NoticeSender {
    /// What a visitor's service worker receives.
    struct Message: Codable, Equatable, Sendable {
        var title: String
        var body: String
        /// A picture.
        var image: String?
        /// What a tap opens.
        var url: String?
        /// A message of the same tag takes this one's place.
        var tag: String
    }

    /// The most messages under way at once; more are left out, and that is logged.
    private static let limit = 64
    /// How often the visits are kept that go on, milliseconds.
    private static let keepingPeriod: Int64 = 60_000
    /// For how long a push service keeps a message for a phone that is out of reach, seconds: it is about a place.
    private static let lifetime = 15 * 60

    private let store: NoticeStore
    private let sender: WebPushSender
    private let services: Set<String>
    private let logger: Logger
    private let minuteOfDay: @Sendable (_ milliseconds: Int64) -> Int
    private var notices: [NoticeSetting] = []
    private var visitors: [String: KnownBeacon] = [:]
    private var visits: VisitTracker?
    private var keptAt: Int64 = 0
    private var underWay = 0
    private var outcomes: [String: ActionDispatcher.Outcome] = [:]

    /// A sender; `services` are the push services' hosts or origins, `minuteOfDay` is the studio's clock.
    init(
        store: NoticeStore,
        sender: WebPushSender,
        services: Set<String>,
        logger: Logger,
        minuteOfDay: @escaping @Sendable (Int64) -> Int = NoticeSender.localMinuteOfDay
    ) {
        (self.store, self.sender, self.services, self.logger) = (store, sender, services, logger)
        self.minuteOfDay = minuteOfDay
    }

    /// The owner's notices and the beacons that are carried, from now on.
    func use(_ notices: [NoticeSetting], for beacons: [KnownBeacon]) {
        self.notices = notices
        visitors = Dictionary(beacons.filter { $0.x == nil }.map { ($0.beacon, $0) }) { first, _ in first }
        let ids = Set(notices.map(\.key))
        outcomes = outcomes.filter { ids.contains($0.key) }
    }

    /// What became of the notices, the last time.
    var lastOutcomes: [String: ActionDispatcher.Outcome] { outcomes }

    /// Takes which beacons are where now, and sends what is to be sent to who carries them.
    ///
    /// Throws what the database throws.
    func take(_ stays: Set<Stay>, at milliseconds: Int64) async throws {
        if visits == nil { visits = VisitTracker(lastSeen: try await store.visits()) }
        let begun = visits?.begun(by: stays.filter { visitors[$0.who] != nil }, at: milliseconds) ?? []
        let isRecent = (keptAt..<keptAt + Self.keepingPeriod).contains(milliseconds)
        if let lastSeen = visits?.lastSeen, !begun.isEmpty || !isRecent {
            keptAt = milliseconds
            try await store.note(lastSeen)
        }
        let minute = minuteOfDay(milliseconds)
        for stay in begun {
            guard let visitor = visitors[stay.who] else { continue }
            let due = notices.filter { $0.isFor(stay.place) && !$0.isQuiet(atMinute: minute) }
            guard !due.isEmpty else { continue }
            for subscription in try await store.subscriptions(for: visitor.key) {
                for notice in due { start(notice, to: subscription, about: visitor, at: milliseconds) }
            }
        }
    }

    private func start(
        _ notice: NoticeSetting,
        to subscription: PushedSubscription,
        about visitor: KnownBeacon,
        at milliseconds: Int64
    ) {
        guard underWay < Self.limit else {
            return logger.warning("Notice \(notice.title): left out, too many under way")
        }
        underWay += 1
        let isOwners = subscription.beacon == nil
        let message = Message(
            title: isOwners ? "\(visitor.name): \(notice.title)" : notice.title,
            body: notice.text,
            image: notice.image,
            url: notice.link,
            tag: notice.key
        )
        Task {
            let fault = await send(message, to: subscription)
            underWay -= 1
            outcomes[notice.key] = ActionDispatcher.Outcome(time: milliseconds, fault: fault)
            if let fault { logger.warning("Notice \(notice.title): \(fault)") }
        }
    }

    /// Sends a message; returns what went wrong.
    private func send(_ message: Message, to subscription: PushedSubscription) async -> String? {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            let outcome = try await sender.send(
                Array(encoder.encode(message)),
                to: try subscription.subscription(services: services),
                lifetime: Self.lifetime,
                topic: message.tag
            )
            switch outcome {
            case .accepted: return nil
            case .gone:
                _ = try await store.forget(endpoint: subscription.endpoint, auth: subscription.auth)
                return nil
            case .refused(let status, _): return "the push service answered \(status)"
            case .unreachable: return "the push service did not answer"
            }
        } catch {
            return "\(error)"
        }
    }

    /// The minute of the day in this machine's time zone.
    static func localMinuteOfDay(_ milliseconds: Int64) -> Int {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        let parts = Calendar.current.dateComponents([.hour, .minute], from: date)
        return 60 * (parts.hour ?? 0) + (parts.minute ?? 0)
    }
}
