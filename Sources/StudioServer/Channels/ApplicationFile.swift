import Foundation
import PusherProtocol

/// Further applications beside the studio's own, described by `applications.json` in the data folder: a list of
/// objects.
///
/// Only `id`, `key` and `secret` are required; missing limits and options have the protocol's defaults.
enum ApplicationFile {
    /// The file's name in the data folder.
    static let name = "applications.json"

    /// Reads the file; returns an empty list without a file.
    ///
    /// - Throws: `ApplicationFileError` with the file and the error in it.
    static func read(_ file: URL) throws -> [ChannelApplication] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        do {
            let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
            if let reason = Self.reason(against: entries) {
                throw ApplicationFileError(file: file.path, reason: reason)
            }
            return entries.map(\.application)
        } catch let error as DecodingError {
            throw ApplicationFileError(file: file.path, reason: error.place)
        }
    }

    private static func reason(against entries: [Entry]) -> String? {
        if Set(entries.map(\.id)).count < entries.count { return "two applications have the same id" }
        if Set(entries.map(\.key)).count < entries.count { return "two applications have the same key" }
        let names = entries.flatMap { $0.webhooks ?? [] }.flatMap { $0.events ?? [] }
        if let unknown = names.first(where: { WebhookEvent.Name(rawValue: $0) == nil }) {
            return "there is no webhook event “\(unknown)”"
        }
        let isWhole = entries.allSatisfy { !$0.id.isEmpty && !$0.key.isEmpty && !$0.secret.isEmpty }
        return isWhole ? nil : "an id, a key or a secret is empty"
    }

    struct Entry: Decodable {
        let id: String
        let name: String?
        let key: String
        let secret: String
        let clientEvents: Bool?
        let subscriptionCount: Bool?
        let onlyTLS: Bool?
        let authorizationSeconds: Int?
        let connections: Int?
        let presenceMembers: Int?
        let clientEventsPerSecond: Int?
        let history: [History]?
        let webhooks: [Webhook]?

        struct History: Decodable {
            let prefix: String
            let events: Int?
            let seconds: Int?
            let replay: Replay?

            enum Replay: String, Decodable {
                case missed, always, onRequest
            }
        }

        struct Webhook: Decodable {
            let url: String
            let events: [String]?
        }
    }
}

/// A file of applications that cannot be read.
package struct ApplicationFileError: Error, CustomStringConvertible, Sendable {
    let file: String
    let reason: String

    /// The file and what is wrong in it.
    package var description: String { "\(file): \(reason)" }
}

extension ApplicationFile.Entry {
    /// The described application.
    var application: ChannelApplication {
        ChannelApplication(
            id: id,
            name: name ?? id,
            credentials: Credentials(key: key, secret: secret),
            limits: limits,
            options: options,
            history: (history ?? []).map(\.rule),
            webhooks: (webhooks ?? []).map(\.target)
        )
    }

    private var limits: Limits {
        var limits = Limits()
        limits.connections = connections
        limits.presenceMembers = presenceMembers ?? limits.presenceMembers
        limits.clientEventsPerSecond = clientEventsPerSecond ?? limits.clientEventsPerSecond
        return limits
    }

    private var options: ChannelApplication.Options {
        var options = ChannelApplication.Options()
        options.clientEvents = clientEvents ?? options.clientEvents
        options.subscriptionCount = subscriptionCount ?? options.subscriptionCount
        options.onlyTLS = onlyTLS ?? options.onlyTLS
        options.authorizationSeconds = authorizationSeconds
        return options
    }
}

extension ApplicationFile.Entry.History {
    fileprivate var rule: HistoryRule {
        let replay: HistoryRule.Replay =
            switch self.replay {
            case .missed, nil: .missed
            case .always: .always
            case .onRequest: .onRequest
            }
        return HistoryRule(prefix: prefix, events: events ?? 100, seconds: seconds ?? 120, replay: replay)
    }
}

extension ApplicationFile.Entry.Webhook {
    fileprivate var target: WebhookTarget {
        WebhookTarget(url: url, events: Set((events ?? []).compactMap { WebhookEvent.Name(rawValue: $0) }))
    }
}

extension DecodingError {
    /// The entry and the field, and the error in it.
    var place: String {
        let (context, key): (Context, (any CodingKey)?) =
            switch self {
            case .keyNotFound(let key, let context): (context, key)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            @unknown default: (Context(codingPath: [], debugDescription: "unreadable"), nil)
            }
        let path = (context.codingPath + [key].compactMap { $0 }).map {
            $0.intValue.map { "[\($0)]" } ?? $0.stringValue
        }
        return (path + [context.debugDescription]).joined(separator: " ")
    }
}
