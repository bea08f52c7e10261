import AsyncHTTPClient
import Crypto
import Foundation
import GRDB
import Logging
import NIOCore

/// An address that receives the events of calls.
struct CallWebhook: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "callWebhook"
    let id: String
    let url: String
    /// The key that signs the requests.
    let secret: String
}

/// An event of a call.
struct CallEvent: Codable, Sendable {
    /// `room.created`, `member.joined`, `member.left`, `record.started`, `record.finished`, `record.deleted`.
    let event: String
    let room: String
    var member: String?
    var name: String?
    var role: CallRole?
    var record: String?
    var time = Date()

    init(event: String, room: String, pass: AccessToken? = nil, record: String? = nil) {
        self.event = event
        self.room = room
        self.record = record
        member = pass?.sub
        name = pass?.name
        role = pass?.role
    }
}

/// Sends events to webhooks: JSON by POST, signed, three attempts.
struct CallWebhooks: Sendable {
    let database: DatabaseQueue
    let client: HTTPClient
    let logger: Logger
    /// Whether this machine's own addresses are allowed, as in a test.
    var allowsLocal = false

    private static let pauses: [Duration] = [.zero, .seconds(2), .seconds(10)]

    /// Sends an event to all webhooks in the background; a call never waits for one.
    func send(_ event: CallEvent) async {
        guard let hooks = try? await database.read({ try CallWebhook.fetchAll($0) }), !hooks.isEmpty else { return }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        guard let body = try? encoder.encode(event) else { return }
        for hook in hooks { Task { await deliver(body, to: hook) } }
    }

    private func deliver(_ body: Data, to hook: CallWebhook) async {
        for pause in Self.pauses {
            try? await Task.sleep(for: pause)
            if await isTaken(body, by: hook) { return }
        }
        logger.warning("A webhook did not answer.", metadata: ["url": "\(hook.url)"])
    }

    private func isTaken(_ body: Data, by hook: CallWebhook) async -> Bool {
        var request = HTTPClientRequest(url: hook.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "X-Sightline-Signature", value: Self.signature(of: body, secret: hook.secret))
        request.body = .bytes(ByteBuffer(bytes: body))
        guard await WebhookAddress.isReachable(hook.url, allowsLocal: allowsLocal) else { return false }
        guard let answer = try? await client.execute(request, timeout: .seconds(5)) else { return false }
        return (200..<300).contains(answer.status.code)
    }

    /// Hexadecimal HMAC-SHA256 of a body.
    static func signature(of body: Data, secret: String) -> String {
        HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Data(secret.utf8))).hexadecimal
    }
}
