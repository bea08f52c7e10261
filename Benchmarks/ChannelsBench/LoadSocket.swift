import Glibc

/// One client of a run: a non-blocking socket and what has come on it but is no whole frame yet.
final class LoadSocket {
    enum Phase { case connecting, upgrading, greeting, subscribing, ready, closed }

    let descriptor: Int32
    let isPublisher: Bool
    var phase = Phase.connecting
    var rest: [UInt8] = []
    var pending: [UInt8] = []
    var pendingStart = 0
    /// The number of the last payload that came, and how many came.
    var last: Int64 = 0
    var received = 0
    /// The beginning of a NATS message whose end has not come.
    var nats: [UInt8] = []

    init?(port: Int, isPublisher: Bool) {
        self.isPublisher = isPublisher
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 || errno == EINPROGRESS else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    var hasPending: Bool { pendingStart < pending.count }

    /// Sends what is pending; false when the connection is broken.
    func drain() -> Bool {
        while hasPending {
            let count = pending.withUnsafeBytes { bytes in
                let left = UnsafeRawBufferPointer(rebasing: bytes[pendingStart...])
                return send(descriptor, left.baseAddress, left.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            pendingStart += count
        }
        pending.removeAll(keepingCapacity: true)
        pendingStart = 0
        return true
    }
}
