import NIOCore
import PusherProtocol

/// A connection as its event loop sees it: its state, its socket, and how much waits for it.
///
/// Confined to its event loop.
final class Subscriber {
    var state: ServerConnection
    private let outlet: Outlet
    private let bound: Int
    /// Whether it agreed to compressed messages.
    let takesCompressed: Bool
    /// What has been queued since the socket stopped taking more, bytes.
    private var overdue = 0
    var isDirty = false
    private(set) var isCut = false
    /// Sent through since it connected.
    private(set) var bytesQueued = 0

    init(application: ChannelApplication, version: Int, outlet: Outlet, takesCompressed: Bool = false) {
        var generator = SystemRandomNumberGenerator()
        state = ServerConnection(
            application: application,
            socketID: .random(using: &generator),
            version: version,
            milliseconds: Clock.milliseconds
        )
        self.takesCompressed = takesCompressed
        self.outlet = outlet
        bound = application.limits.sendBuffer
    }

    var socketID: SocketID { state.socketID }

    /// Whether the socket takes no more just now.
    var isLagging: Bool { overdue > 0 }

    /// Queues bytes, unless the reader is so slow that it must be cut.
    func enqueue(_ bytes: ByteBuffer) {
        guard !isCut else { return }
        if outlet.isWritable {
            overdue = 0
        } else {
            overdue += bytes.readableBytes
            guard overdue <= bound else { return cut() }
        }
        bytesQueued += bytes.readableBytes
        outlet.write(bytes)
    }

    func flush() {
        isDirty = false
        outlet.flush()
    }

    /// The socket takes bytes again.
    func becameWritable() {
        overdue = 0
    }

    /// Called when a reader has been cut.
    var wasCut: (() -> Void)?

    private func cut() {
        isCut = true
        wasCut?()
    }

    /// Answers the peer's close frame; nothing is sent after it.
    func acknowledgeClose(_ code: Int) {
        isCut = true
        outlet.write(Frame.close(code: code, reason: ""))
        outlet.flush()
    }

    /// Sends the close frame behind what is queued, and closes hard when the peer does not answer in time.
    func close(_ code: CloseCode, deadline: TimeAmount = .seconds(2)) {
        isCut = true
        outlet.write(Frame.close(code: code.rawValue, reason: code.reason))
        outlet.flush()
        outlet.close(in: deadline)
    }
}
