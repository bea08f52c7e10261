import PusherProtocol

/// The protocol of a peer over its WebSocket.
enum Wire: String, CaseIterable, Sendable {
    /// The Pusher protocol: one JSON message a frame, publishing with client events on a private channel.
    case pusher
    /// Every frame of a subscriber is one payload; every frame of a publisher, too.
    case raw
    /// NATS: lines of commands, several messages in a frame.
    case nats

    /// Bytes of a payload.
    static let payload = 100

    /// What is sent once connected to be subscribed; nil when connecting is enough.
    func subscribe(_ bench: LoadPlan, socketID: String) -> [UInt8]? {
        switch self {
        case .pusher:
            guard let id = try? SocketID(socketID) else { return nil }
            let auth = bench.credentials.authorization(socketID: id, channel: bench.channel)
            let text = #"{"event":"pusher:subscribe","data":{"channel":"\#(bench.channel)","auth":"\#(auth)"}}"#
            return Frames.masked(Array(text.utf8))
        case .raw: return nil
        case .nats:
            return Frames.masked(Array("CONNECT {\"verbose\":false}\r\nSUB bench 1\r\nPING\r\n".utf8), opcode: 2)
        }
    }

    /// Whether a message confirms the subscription.
    func isReady(_ message: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .pusher: message.contains("subscription_succeeded")
        case .raw: true
        case .nats: message.starts(with: "PONG".utf8)
        }
    }

    /// Appends one publication.
    func publish(_ payload: [UInt8], on channel: String, to bytes: inout [UInt8]) {
        switch self {
        case .pusher:
            let head = Array(#"{"event":"client-b","channel":"\#(channel)","data":""#.utf8)
            bytes += Frames.masked(head + payload + Array("\"}".utf8))
        case .raw: bytes += Frames.masked(payload)
        case .nats:
            bytes += Frames.masked(Array("PUB bench \(payload.count)\r\n".utf8) + payload + [13, 10], opcode: 2)
        }
    }
}

extension ArraySlice<UInt8> {
    func contains(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard self.count >= count else { return false }
        return (startIndex...(endIndex - count)).contains { start in
            (0..<count).allSatisfy { self[start + $0] == text.utf8Start[$0] }
        }
    }
}
