import NIOCore

/// Where a connection's frames go.
enum Outlet {
    /// A WebSocket; behind this context lie its bytes.
    case socket(ChannelHandlerContext)
    /// A session over HTTP requests.
    case session(PollingSession)

    /// Whether more is taken just now.
    var isWritable: Bool {
        switch self {
        case .socket(let context): context.channel.isWritable
        case .session(let session): session.isWritable
        }
    }

    /// Queues whole frames.
    func write(_ frames: ByteBuffer) {
        switch self {
        case .socket(let context): context.write(NIOAny(frames), promise: nil)
        case .session(let session): session.write(frames)
        }
    }

    /// Sends what is queued.
    func flush() {
        switch self {
        case .socket(let context): context.flush()
        case .session(let session): session.flush()
        }
    }

    /// Ends the connection hard if the peer has not by then.
    func close(in time: TimeAmount) {
        switch self {
        case .socket(let context):
            let channel = context.channel
            context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        case .session(let session): session.end(in: time)
        }
    }
}
