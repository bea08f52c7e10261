import PusherProtocol

/// A live connection as the console lists it.
struct ConnectionSummary: Sendable {
    let socketID: SocketID
    let openedAt: Int64
    let user: String?
    let channels: [String]
    let bytes: Int

    init(_ subscriber: Subscriber) {
        socketID = subscriber.socketID
        openedAt = subscriber.state.openedAt
        let subscriptions = subscriber.state.channels
        user = subscriber.state.user?.id ?? subscriptions.lazy.compactMap(\.member?.userID).first
        channels = subscriptions.map(\.channel.text).sorted()
        bytes = subscriber.bytesQueued
    }

    func write(to writer: inout JSONWriter, milliseconds: Int64) {
        writer.raw("{\"socket\":")
        writer.string(socketID.description)
        writer.raw(",\"seconds\":")
        writer.integer((milliseconds - openedAt) / 1000)
        if let user {
            writer.raw(",\"user\":")
            writer.string(user)
        }
        writer.raw(",\"channels\":[")
        writer.list(channels) { $0.string($1) }
        writer.raw("],\"bytes\":")
        writer.integer(bytes)
        writer.raw("}")
    }
}
