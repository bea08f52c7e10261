import ChannelClient
import Foundation
import PusherProtocol

/// One printed event of a channel.
struct ChannelLine: Encodable, Sendable {
    let event: String
    let channel: String
    let data: String
    let userID: String?

    var text: String { "\(event)\t\(data)" + (userID.map { "\t\($0)" } ?? "") }

    /// All events of a channel; throws `WorkFailure` if the server refuses the connection or the channel.
    static func lines(of client: ChannelClient, on channel: ChannelName) -> AsyncThrowingStream<ChannelLine, any Error>
    {
        let (stream, continuation) = AsyncThrowingStream<ChannelLine, any Error>.makeStream()
        let notices = client.notices
        let states = client.states
        client.bind(on: channel.text) { event in
            continuation.yield(
                ChannelLine(event: event.name, channel: event.channel, data: event.data, userID: event.userID)
            )
        }
        Task {
            for await notice in notices {
                switch notice {
                case .memberAdded(channel.text, let member):
                    continuation.yield(Self.member("pusher:member_added", member.userID, channel))
                case .memberRemoved(channel.text, let user):
                    continuation.yield(Self.member("pusher:member_removed", user, channel))
                case .subscriptionFailed(channel.text, let data):
                    let reason = data["error"]?.string ?? data.text
                    continuation.finish(
                        throwing: WorkFailure(message: "cannot subscribe to \(channel.text): \(reason)")
                    )
                default: break
                }
            }
            continuation.finish()
        }
        Task {
            for await case .failed(let code) in states {
                let message = "the server refuses the connection: \(code.rawValue), \(code.reason)"
                continuation.finish(throwing: WorkFailure(message: message))
            }
        }
        return stream
    }

    private static func member(_ event: String, _ user: String, _ channel: ChannelName) -> ChannelLine {
        ChannelLine(event: event, channel: channel.text, data: "", userID: user)
    }
}
