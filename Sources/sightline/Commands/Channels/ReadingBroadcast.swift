import ChannelClient
import Experiences
import Foundation
import PusherProtocol

/// Publishes readings as the Measure page does: `client-new-measurement` on the private channel of a code, at most five
/// per second, and always the last one.
final class ReadingBroadcast {
    private static let interval = Duration.milliseconds(200)

    private let client: ChannelClient
    private let channel: ChannelName
    private var sentAt: ContinuousClock.Instant?

    /// A publisher of readings over a client that is not connected yet.
    init(client: ChannelClient, code: String) async throws {
        self.client = client
        channel = try ChannelName("private-measure-\(code)")
        client.connect()
        client.subscribe(to: channel)
        do {
            try await client.subscribed(to: channel, within: .seconds(15))
        } catch {
            client.disconnect()
            throw WorkFailure(message: "cannot publish on \(channel.text): \(error)")
        }
    }

    deinit { client.disconnect() }

    /// Publishes an intermediate reading, unless the last one was just published.
    func offer(_ reading: @autoclosure () -> Reading?) async {
        if let sentAt, sentAt.duration(to: .now) < Self.interval { return }
        guard let reading = reading() else { return }
        try? await send(reading, isFinal: false)
    }

    /// Publishes the result.
    func finish(_ reading: Reading) async throws {
        if let sentAt { try await Task.sleep(until: sentAt + Self.interval) }
        do {
            try await send(reading, isFinal: true)
        } catch {
            throw WorkFailure(message: "the result could not be published: \(error)")
        }
    }

    private func send(_ reading: Reading, isFinal: Bool) async throws {
        let published = Published(
            time: Int64(Date().timeIntervalSince1970 * 1000),
            kind: "distance",
            number: isFinal ? 1 : nil,
            value: reading.value,
            sigma: reading.sigma,
            unit: "m",
            text: LengthUnit.metric.text(reading.value, sigma: reading.sigma),
            isFinal: isFinal
        )
        let json = try JSONText(parsing: Array(JSONEncoder().encode(published)))
        try await client.trigger("client-new-measurement", on: channel, data: json)
        sentAt = .now
    }

    private struct Published: Encodable {
        let time: Int64
        let kind: String
        let number: Int?
        let value: Double
        let sigma: Double
        let unit: String
        let text: String
        let isFinal: Bool
    }
}
