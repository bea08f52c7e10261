import Foundation
import GRDB
import Hummingbird

/// The owner's webhooks of calls.
struct WebhookRoutes {
    let core: StudioCore

    /// Adds the routes.
    func add(to router: Router<StudioContext>) {
        let hooks = router.group("api/assist/webhooks").add(middleware: OwnerOnly(core.owner))
        let database = core.store.database
        hooks.get { _, _ in
            let all = try await database.read { try CallWebhook.fetchAll($0) }
            return WebhookList(webhooks: all.map { .init(id: $0.id, url: $0.url) })
        }
        hooks.post { request, _ in
            let asked = try await request.decodeBody(as: WebhookRequest.self, limit: 4_096)
            guard let url = URL(string: asked.url), url.scheme == "https" || url.scheme == "http", url.host() != nil
            else {
                throw StudioError(.badRequest, code: "url", "A webhook's address begins with http:// or https://.")
            }
            guard WebhookAddress.isAllowed(url.host() ?? "") else {
                throw StudioError(.badRequest, code: "url", "A webhook goes to another machine, not to this one.")
            }
            guard (16...200).contains(asked.secret.utf8.count) else {
                throw StudioError(.badRequest, code: "secret", "A webhook's secret has 16 to 200 letters.")
            }
            let hook = CallWebhook(id: CallRoomStore.newMember(), url: asked.url, secret: asked.secret)
            try await database.write { try hook.insert($0) }
            return EditedResponse(status: .created, response: WebhookList.Item(id: hook.id, url: hook.url))
        }
        hooks.delete(":id") { _, context in
            let id = try context.parameters.require("id")
            guard try await database.write({ try CallWebhook.deleteOne($0, key: id) }) else {
                throw StudioError(.notFound, code: "unknown_webhook", "There is no webhook of this number.")
            }
            return Response(status: .noContent)
        }
    }
}

/// A webhook to add.
struct WebhookRequest: Decodable, Sendable {
    let url: String
    let secret: String
}

/// The webhooks without their secrets.
struct WebhookList: ResponseCodable, Sendable {
    struct Item: ResponseCodable, Sendable {
        let id: String
        let url: String
    }

    let webhooks: [Item]
}
