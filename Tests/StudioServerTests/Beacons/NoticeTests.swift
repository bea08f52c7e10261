import ChannelServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import TestThreads
import Testing

@testable import StudioServer

/// Notices to visitors' phones, and what strangers try with their addresses.
@Suite(.timeLimit(.minutes(2))) struct NoticeTests {
    /// The browser of the example in RFC 8291, section 5.
    private static let (userAgentKey, secret) = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg"
    )

    /// Runs something beside a push service of ours: the paths of the requests that it took, and its origin.
    private func withPushService(
        _ work: @escaping @Sendable (String, NIOLockedValueBox<[String]>) async throws -> Void
    ) async throws {
        let taken = NIOLockedValueBox<[String]>([])
        let router = Router()
        router.post("**") { request, _ in
            _ = try await request.body.collect(upTo: 1 << 16)
            taken.withLockedValue { $0.append(request.uri.path) }
            return request.uri.path == "/gone" ? HTTPResponse.Status.gone : .created
        }
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await OwnThreads.run {
            try await application.test(.live) { client in
                try await work("http://127.0.0.1:\(client.port ?? 0)", taken)
            }
        }
    }

    private func subscription(_ endpoint: String, for beacon: String?) -> PushedSubscription {
        PushedSubscription(endpoint: endpoint, p256dh: Self.userAgentKey, auth: Self.secret, beacon: beacon, time: 0)
    }

    /// Whether something holds within ten seconds.
    private func eventually(_ holds: () async throws -> Bool) async rethrows -> Bool {
        for _ in 0..<1_000 {
            if try await holds() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test func `who carries a tag, and the owner, are sent a notice once a visit`() async throws {
        try await withPushService { origin, taken in
            let fixture = try VenueFixture(pushServices: [origin])
            try await fixture.makeMuseum()
            for tag in ["tag-100-1", "tag-200-1"] { _ = try await fixture.notices.makeToken(for: tag) }
            try await fixture.notices.keep(subscription(origin + "/ada", for: "tag-100-1"))
            try await fixture.notices.keep(subscription(origin + "/gone", for: "tag-100-1"))
            try await fixture.notices.keep(subscription(origin + "/ben", for: "tag-200-1"))
            try await fixture.notices.keep(subscription(origin + "/owner", for: nil))
            try await fixture.venue.keep(NoticeSetting(id: "n", place: "guides", title: "Hello", text: "").checked())
            try await fixture.venue.keep(NoticeSetting(id: "o", place: "shop", title: "Shop", text: "").checked())
            func stay(seconds: Int) async throws {
                for _ in 0..<seconds {
                    fixture.pass(milliseconds: 1_000)
                    try await fixture.venue.take(fixture.report(VenueFixture.tag), from: "museum-5")
                    try await fixture.venue.tick()
                }
            }
            try await stay(seconds: 5)
            #expect(await eventually { taken.withLockedValue { $0.count } == 3 })
            #expect(Set(taken.withLockedValue { $0 }) == ["/ada", "/gone", "/owner"])
            // A browser that is gone is forgotten.
            #expect(
                try await eventually { try await fixture.notices.subscriptions(for: "tag-100-1").count == 2 }
            )
            #expect(await fixture.venue.noticeOutcomes["n"]?.fault == nil)
            // Out for ten minutes: the same visit. Out for an hour: another one.
            for (minutes, count) in [(10, 3), (60, 5)] {
                fixture.pass(milliseconds: Int64(minutes) * 60_000)
                try await fixture.venue.tick()
                try await stay(seconds: 3)
                #expect(await eventually { taken.withLockedValue { $0.count } >= count })
                try await Task.sleep(for: .milliseconds(50))
                #expect(taken.withLockedValue { $0.count } == count)
            }
        }
    }

    @Test func `a visit goes on over a restart, and nothing is sent in quiet hours`() async throws {
        try await withPushService { origin, taken in
            let store = try VenueFixture(pushServices: [origin], minuteOfDay: { _ in 23 * 60 })
            try await store.makeMuseum()
            try await store.notices.keep(subscription(origin + "/owner", for: nil))
            let ada = try #require(try await store.store.all(KnownBeacon.self).first { $0.name == "Guide Ada" })
            func sender(minute: Int) async throws -> NoticeSender {
                let sender = NoticeSender(
                    store: store.notices,
                    sender: WebPushSender(key: try store.notices.key(), contact: "mailto:a@example.org"),
                    services: [origin],
                    logger: .init(label: "test"),
                    minuteOfDay: { _ in minute }
                )
                let quiet = NoticeSetting(id: "n", title: "a", text: "", quietFrom: "22:00", quietUntil: "07:00")
                await sender.use([try quiet.checked()], for: [ada])
                return sender
            }
            let stays: Set = [Stay(place: "shop", who: ada.beacon)]
            try await sender(minute: 6 * 60 + 59).take(stays, at: 1_000_000)
            try await sender(minute: 12 * 60).take(stays, at: 1_060_000)
            #expect(taken.withLockedValue { $0 }.isEmpty)
            try await sender(minute: 7 * 60).take([Stay(place: "gallery", who: ada.beacon)], at: 1_120_000)
            #expect(await eventually { taken.withLockedValue { $0.count } == 1 })
            // A beacon that nobody has named is nobody's tag.
            try await sender(minute: 12 * 60).take([Stay(place: "gallery", who: "a/1/1")], at: 1_180_000)
            try await Task.sleep(for: .milliseconds(50))
            #expect(taken.withLockedValue { $0.count } == 1)
        }
    }

    @Test(arguments: [
        ("22:00", "07:00", [0, 419, 1320, 1439], [420, 720, 1319]), ("12:00", "13:00", [720, 779], [719, 780, 0]),
        ("09:00", "09:00", [], [0, 540, 1439]),
    ])
    func `quiet hours may pass midnight`(from: String, until: String, quiet: [Int], loud: [Int]) throws {
        let notice = try NoticeSetting(title: "a", text: "", quietFrom: from, quietUntil: until).checked()
        for minute in quiet { #expect(notice.isQuiet(atMinute: minute)) }
        for minute in loud { #expect(!notice.isQuiet(atMinute: minute)) }
    }

    @Test func `the longest notice fits into a pushed message`() async throws {
        try await withPushService { origin, taken in
            let quotes = { String(repeating: "\"", count: $0) }
            let address = "https://example.org/" + String(repeating: "a", count: 380)
            var notice = NoticeSetting(id: "n", title: quotes(200), text: quotes(1_200), image: address, link: address)
            notice = try notice.checked()
            let fixture = try VenueFixture(pushServices: [origin])
            let sender = NoticeSender(
                store: fixture.notices,
                sender: WebPushSender(key: try fixture.notices.key(), contact: "mailto:a@example.org"),
                services: [origin],
                logger: .init(label: "test")
            )
            let name = String(repeating: "\"", count: 60)
            await sender.use([notice], for: [KnownBeacon(id: "b", name: name, beacon: VenueFixture.tag)])
            try await fixture.notices.keep(subscription(origin + "/owner", for: nil))
            try await sender.take([Stay(place: "shop", who: VenueFixture.tag)], at: 1_000_000)
            #expect(await eventually { await sender.lastOutcomes["n"] != nil })
            #expect(await sender.lastOutcomes["n"]?.fault == nil)
            #expect(taken.withLockedValue { $0.count } == 1)
        }
    }

    // MARK: What strangers try

    /// The status and text of an answer to a browser that asks to receive notices.
    private func ask(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method = .put,
        endpoint: String = "https://fcm.googleapis.com/fcm/send/abc",
        secret: String = secret,
        with fields: [(String, String)] = []
    ) async throws -> (status: Int, text: String) {
        var headers: HTTPFields = [.contentType: "application/json"]
        for (name, value) in fields { if let name = HTTPField.Name(name) { headers[name] = value } }
        let body = #"{"endpoint":"\#(endpoint)","keys":{"p256dh":"\#(Self.userAgentKey)","auth":"\#(secret)"}}"#
        let answer = try await client.execute(
            uri: "/api/beacons/push",
            method: method,
            headers: headers,
            body: ByteBuffer(string: body)
        )
        return (answer.status.code, String(buffer: answer.body))
    }

    /// A studio with a tag: its owner's field, and the field of who carries it.
    private func withTag(
        _ work:
            @escaping @Sendable (any TestClientProtocol, Studio, _ owner: String, _ tag: String) async throws -> Void
    ) async throws {
        try await StudioFixture().run { client, studio in
            let notices = NoticeStore(studio.core.store.database)
            try await BeaconStore(studio.core.store.database).save(
                KnownBeacon(id: "b", name: "Ada", beacon: VenueFixture.tag).checked()
            )
            let owner = "Bearer " + studio.core.owner.token
            let made = try await client.execute(
                uri: "/api/beacons/beacons/b/invitation",
                method: .post,
                headers: [.authorization: owner]
            )
            let tag = try JSONDecoder().decode(TokenAnswer.self, from: Data(String(buffer: made.body).utf8)).token
            #expect(try await notices.beacon(token: tag)?.name == "Ada")
            try await work(client, studio, owner, tag)
        }
    }

    @Test func `only who has a tag's token, and the owner, may ask`() async throws {
        try await withTag { client, _, owner, tag in
            #expect(try await ask(client).status == 401)
            #expect(try await ask(client, with: [("X-Tag-Token", "0000")]).status == 401)
            #expect(try await ask(client, with: [("X-Tag-Token", "")]).status == 401)
            let crossing = [("X-Tag-Token", tag), ("Sec-Fetch-Site", "cross-site")]
            #expect(try await ask(client, with: crossing).status == 403)
            let kept = try await ask(client, with: [("X-Tag-Token", tag)])
            #expect(kept.status == 200 && kept.text == #"{"tag":"Ada"}"#)
            #expect(
                try await ask(client, endpoint: "https://web.push.apple.com/o", with: [("Authorization", owner)]).text
                    == "{}"
            )
            for (path, method) in [("b/invitation", HTTPRequest.Method.post), ("b/invitation", .delete)] {
                let stranger = try await client.execute(uri: "/api/beacons/beacons/\(path)", method: method)
                #expect(stranger.status == .unauthorized)
            }
        }
    }

    @Test(
        arguments: [
            "http://127.0.0.1:8080/api/owner", "https://127.0.0.1/a", "https://localhost/a",
            "https://169.254.169.254/a",
            "https://10.0.0.1/a", "https://[::1]/a", "https://fcm.googleapis.com@10.0.0.1/a",
            "https://fcm.googleapis.com:22/a", "file:///etc/passwd", "https://example.org/a", "",
        ]
    )
    func `the studio sends nothing to an address that is no push service's`(_ endpoint: String) async throws {
        try await withTag { client, _, owner, tag in
            for field in [("X-Tag-Token", tag), ("Authorization", owner)] {
                let answer = try await ask(client, endpoint: endpoint, with: [field])
                #expect(answer.status == 400 && answer.text.contains("invalid_subscription"))
            }
        }
    }

    @Test func `browsers are limited, and nobody takes another's place or ends it`() async throws {
        try await withTag { client, studio, owner, tag in
            let endpoint = { (number: Int) in "https://fcm.googleapis.com/fcm/send/\(number)" }
            let field = [("X-Tag-Token", tag)]
            for number in 0..<NoticeStore.mostOfTag {
                #expect(try await ask(client, endpoint: endpoint(number), with: field).status == 200)
            }
            #expect(try await ask(client, endpoint: endpoint(99), with: field).status == 409)
            // Asking anew is no other browser; with another secret it is.
            #expect(try await ask(client, endpoint: endpoint(0), with: field).status == 200)
            let other = "AAAAAAAAAAAAAAAAAAAAAA"
            #expect(try await ask(client, endpoint: endpoint(0), secret: other, with: field).status == 409)
            #expect(try await ask(client, .delete, endpoint: endpoint(0), secret: other).status == 404)
            #expect(try await ask(client, .delete, endpoint: endpoint(0)).status == 204)
            #expect(try await ask(client, .delete, endpoint: endpoint(0)).status == 404)
            let long = String(repeating: "a", count: 10_000)
            #expect(try await ask(client, endpoint: long, with: field).status == 413)
            // A new invitation ends the old one and all that came by it.
            let notices = NoticeStore(studio.core.store.database)
            #expect(try await notices.subscriptions(for: "b").count == NoticeStore.mostOfTag - 1)
            _ = try await client.execute(
                uri: "/api/beacons/beacons/b/invitation",
                method: .post,
                headers: [.authorization: owner]
            )
            #expect(try await notices.subscriptions(for: "b").isEmpty)
            #expect(try await ask(client, with: field).status == 401)
        }
    }

    @Test func `the key that push services know is kept, and shown without its secret`() async throws {
        try await withTag { client, studio, _, _ in
            let key = try NoticeStore(studio.core.store.database).key()
            let answer = try await client.execute(uri: "/api/beacons/push", method: .get)
            #expect(String(buffer: answer.body) == #"{"key":"\#(key.publicKey)"}"#)
        }
    }
}
