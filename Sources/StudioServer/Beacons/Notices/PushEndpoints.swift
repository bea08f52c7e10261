import ChannelServer
import Hummingbird

/// The addresses by which browsers ask for notices, and by which the owner gives out tags.
struct PushEndpoints: Sendable {
    let store: NoticeStore
    let beacons: BeaconStore
    let owner: OwnerAccess
    let protection: StudioProtection
    /// The hosts and origins of the push services.
    let services: Set<String>
    /// What browsers give as `applicationServerKey`.
    let key: String

    /// Adds all of them to a router.
    func add(to router: Router<StudioContext>) {
        router.get("api/beacons/push") { _, _ in PushKeyAnswer(key: key) }
        router.put("api/beacons/push") { request, context in try await keep(request, context) }
        router.delete("api/beacons/push") { request, _ in
            let wish = try await request.decodeBody(as: PushWish.self, limit: 8_192)
            guard try await store.forget(endpoint: wish.endpoint, auth: wish.keys.auth) else {
                throw BeaconError.unknown("subscription")
            }
            return HTTPResponse.Status.noContent
        }
        let own = router.group("api/beacons/beacons").add(middleware: OwnerOnly(owner))
        own.post(":id/invitation") { _, context in
            let id = try context.parameters.require("id")
            guard try await beacons.has(KnownBeacon.self, id: id) else { throw BeaconError.unknown("beacon") }
            return TokenAnswer(token: try await store.makeToken(for: id))
        }
        own.delete(":id/invitation") { _, context in
            try await store.removeToken(for: try context.parameters.require("id"))
            return HTTPResponse.Status.noContent
        }
    }

    /// Keeps a browser: of who has a tag's token, or of the owner.
    private func keep(_ request: Request, _ context: StudioContext) async throws -> PushAnswer {
        // Before the body is read, so that a stranger costs no more than this.
        let token = request.header("X-Tag-Token")
        var tag: KnownBeacon?
        if token.isEmpty {
            guard owner.isOwner(request) else { throw BeaconError.strangeTag }
        } else {
            tag = try await store.beacon(token: token)
            guard tag != nil else {
                try protection.noteWrongToken(from: context.address(of: request))
                throw BeaconError.strangeTag
            }
        }
        let wish = try await request.decodeBody(as: PushWish.self, limit: 8_192)
        let subscription = PushedSubscription(
            endpoint: wish.endpoint,
            p256dh: wish.keys.p256dh,
            auth: wish.keys.auth,
            beacon: tag?.key,
            time: StudioClock().nanoseconds / 1_000_000
        )
        do {
            _ = try subscription.subscription(services: services)
        } catch {
            throw BeaconError.invalid("subscription", "its address or keys are not those of a browser's push service")
        }
        try await store.keep(subscription)
        return PushAnswer(tag: tag?.name)
    }
}

/// What a browser's `PushSubscription.toJSON()` gives.
struct PushWish: Codable, Sendable {
    struct Keys: Codable, Sendable {
        var p256dh: String
        var auth: String
    }

    var endpoint: String
    var keys: Keys
}

/// The answer of `GET /api/beacons/push`.
struct PushKeyAnswer: ResponseEncodable, Codable, Sendable {
    /// The studio's public key, in Base64 for addresses.
    var key: String
}

/// The answer to a browser that was kept.
struct PushAnswer: ResponseEncodable, Codable, Sendable {
    /// The name of the tag; nil for the owner's browser.
    var tag: String?
}
