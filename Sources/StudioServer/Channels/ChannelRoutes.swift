import Foundation
import Hummingbird
import PusherProtocol
import ServiceLifecycle

/// The channel server on the studio's port, and the authorization of the studio's own channels.
struct ChannelRoutes: StudioRoutes {
    let channels: StudioChannels
    let owner: OwnerAccess
    let refusals: RefusalLog
    let policies: [ChannelPolicy]

    var services: [any Service] { [channels.host] }

    func addRoutes(to router: Router<StudioContext>) {
        channels.host.addRoutes(to: router)
        channels.host.addOperationRoutes(to: router) { [refusals] in refusals.prometheus }
        channels.host.addConsoleRoutes(to: router, admit: OwnerOnly(owner).check)
        router.get("api/channels") { _, _ in Answer(key: channels.application.credentials.key) }
        router.post("api/channels/auth") { request, context in
            let ask = try ChannelRequest(form: String(buffer: try await request.body(limit: 16 << 10)))
            guard let policy = policy(for: ask.channel), let grant = try await policy.admit(request, context, ask)
            else {
                throw StudioError(.forbidden, code: "refused", "You may not join \(ask.channel).")
            }
            let body = try JSONEncoder().encode(try channels.authorization(ask, grant))
            return Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(bytes: body))
            )
        }
    }

    private func policy(for channel: String) -> ChannelPolicy? {
        policies.filter { channel.hasPrefix($0.prefix) }.max { $0.prefix.count < $1.prefix.count }
    }

    private struct Answer: ResponseEncodable {
        let key: String
    }
}

extension ChannelRequest {
    /// Parses a Pusher client's form: `socket_id=…&channel_name=…` and further fields.
    ///
    /// - Throws: `StudioError` 400 that names the field.
    fileprivate init(form: String) throws {
        let items = try form.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (try Self.decoded(parts[0]), parts.count > 1 ? try Self.decoded(parts[1]) : "")
        }
        fields = Dictionary(items) { first, _ in first }
        guard let socket = fields["socket_id"].flatMap({ try? SocketID($0) }) else {
            throw StudioError(.badRequest, code: "invalid_body", "socket_id is missing or not a socket's number.")
        }
        guard let name = fields["channel_name"], (try? ChannelName(name)) != nil else {
            throw StudioError(.badRequest, code: "invalid_body", "channel_name is missing or not a channel's name.")
        }
        socketID = socket
        channel = name
    }

    /// Decodes a form's text: `+` is a space, the rest is percent-encoded.
    ///
    /// Foundation's `URLComponents` must not parse foreign input: setting its query ends the process if an escape is
    /// invalid.
    private static func decoded(_ text: Substring.UTF8View) throws -> String {
        let spaced = text.lazy.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        guard let bytes = RequestPathValidator<StudioContext>.percentDecoded(spaced) else {
            throw StudioError(.badRequest, code: "invalid_body", "The form has a broken escape.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
