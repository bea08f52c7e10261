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
