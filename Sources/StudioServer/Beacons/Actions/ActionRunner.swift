import AsyncHTTPClient
import ChannelClient
import Foundation
import NIOCore
import PusherProtocol

/// Carries out actions: runs programs, posts, publishes; each with a time limit.
package struct ActionRunner: Sendable {
    /// Publishes on a channel of the studio itself: event, channel, data.
    package typealias OwnChannels = @Sendable (_ event: String, _ channel: String, PlaceNotice) async throws -> Void

    private let client: HTTPClient
    private let ownChannels: OwnChannels?
    private let pauses: [Duration]

    /// A runner; `pauses` say how long to wait before each further try to reach a server.
    package init(
        client: HTTPClient = .shared,
        pauses: [Duration] = [.seconds(1), .seconds(5)],
        ownChannels: OwnChannels? = nil
    ) {
        self.client = client
        self.pauses = pauses
        self.ownChannels = ownChannels
    }

    /// Carries out an action; throws an `ActionError` in the end.
    package func carryOut(_ action: PlaceAction, for notice: PlaceNotice) async throws {
        if let run = action.run { try await ProgramRun(command: run, notice: notice).finish() }
        if let post = action.post { try await persistently { try await self.post(notice, to: post) } }
        if let publish = action.publish { try await self.publish(notice, publish) }
    }

    /// What an action is, in a few words.
    package static func name(of action: PlaceAction) -> String {
        if let run = action.run { return "run \(run.first ?? "")" }
        if let post = action.post { return "post to \(post.url)" }
        return "publish on \(action.publish?.channel ?? "")"
    }

    /// Tries again where the server could not be reached or had a fault of its own.
    private func persistently(_ work: () async throws -> Void) async throws {
        for pause in pauses {
            do {
                return try await work()
            } catch ActionError.unreachable {
                try await Task.sleep(for: pause)
            } catch ActionError.answered(_, let status) where status >= 500 || status == 429 {
                try await Task.sleep(for: pause)
            }
        }
        try await work()
    }

    private func post(_ notice: PlaceNotice, to post: PlaceAction.Post) async throws {
        let body = [UInt8](try notice.json())
        var request = HTTPClientRequest(url: post.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        if let secret = post.secret {
            let signature = Credentials(key: "", secret: secret).signature(of: body)
            request.headers.add(name: "X-Sightline-Signature", value: signature)
        }
        request.body = .bytes(ByteBuffer(bytes: body))
        let status: Int
        do {
            status = Int(try await client.execute(request, timeout: .seconds(8)).status.code)
        } catch {
            throw ActionError.unreachable(address: post.url, reason: "\(error)")
        }
        guard (200..<300).contains(status) else { throw ActionError.answered(address: post.url, status: status) }
    }

    private func publish(_ notice: PlaceNotice, _ publish: PlaceAction.Publish) async throws {
        guard let address = publish.url else {
            guard let ownChannels else {
                throw ActionError.unusable("publish on \(publish.channel): give url, app, key and secret of a server")
            }
            return try await ownChannels(notice.event, publish.channel, notice)
        }
        guard let app = publish.app, let key = publish.key, let secret = publish.secret,
            let url = URLComponents(string: address), let host = url.host
        else { throw ActionError.unusable("publish on \(publish.channel): url, app, key or secret is missing") }
        let publisher = EventPublisher(
            applicationID: app,
            credentials: Credentials(key: key, secret: secret),
            host: host,
            port: url.port ?? (url.scheme == "https" ? 443 : 80),
            isTLS: url.scheme == "https",
            client: client
        )
        let (name, data) = (try ChannelName(publish.channel), String(decoding: try notice.json(), as: UTF8.self))
        try await persistently {
            do {
                try await publisher.publish(notice.event, to: [name], data: data)
            } catch ChannelClientError.refused(let status) {
                throw ActionError.answered(address: address, status: status)
            } catch {
                throw ActionError.unreachable(address: address, reason: "\(error)")
            }
        }
    }
}
