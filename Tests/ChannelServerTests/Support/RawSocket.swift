import Glibc

/// A blocking socket on loopback, for messages that no well-behaved client sends.
final class RawSocket: @unchecked Sendable {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Whether the peer has ended the connection; waiting in vain for its word is no end.
    private(set) var isEnded = false

    /// Connects, from another of this machine's addresses if one is named.
    init?(port: Int, from source: String? = nil, timeout: Int = 60) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address("127.0.0.1", port: port)
        if let source {
            var own = Self.address(source, port: 0)
            let status = withUnsafePointer(to: &own) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if status != 0 { return nil }
        }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status != 0 { return nil }
    }

    private static func address(_ host: String, port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr(host)
        return address
    }

    deinit { close(descriptor) }

    /// Ends the connection without a close frame.
    func vanish() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    func send(_ text: String) { send(Array(text.utf8)) }

    /// The head of a request for a WebSocket, with further fields.
    static func upgradeHead(_ target: String, fields: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(fields)\r\n"
    }

    /// Upgrades to a WebSocket; false when the server does not.
    func upgrade(_ target: String, fields: String = "") -> Bool {
        send(Self.upgradeHead(target, fields: fields))
        return head().hasPrefix("HTTP/1.1 101")
    }

    /// Those of several connections that become WebSockets.
    ///
    /// All ask before the first answer is read: the server ends a connection that has asked nothing for ten seconds, and
    /// on a busy machine the first answers may take that long.
    static func upgrade(_ sockets: some Collection<RawSocket>, _ target: String) -> [RawSocket] {
        for socket in sockets { socket.send(upgradeHead(target)) }
        return sockets.filter { $0.head().hasPrefix("HTTP/1.1 101") }
    }

    /// The head of the answer; what came of it when the connection ends.
    func head() -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), let byte = read() { head.append(byte) }
        return String(decoding: head, as: UTF8.self)
    }

    /// A masked frame.
    static func frame(_ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, isMasked: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        let mask: UInt8 = isMasked ? 0x80 : 0
        if payload.count < 126 {
            bytes.append(mask | UInt8(payload.count))
        } else if payload.count < 65_536 {
            bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        } else {
            bytes += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        if isMasked { bytes += [1, 2, 3, 4] }
        return bytes + payload.enumerated().map { isMasked ? $1 ^ UInt8($0 % 4 + 1) : $1 }
    }

    func say(_ text: String) { send(Self.frame(Array(text.utf8))) }

    /// The next frame: its opcode and payload; nil when the connection ends or nothing comes.
    func receive() -> (opcode: UInt8, payload: [UInt8])? {
        guard let first = read(), let second = read() else { return nil }
        var count = Int(second & 0x7F)
        if count >= 126 {
            let width = count == 126 ? 2 : 8
            count = 0
            for _ in 0..<width {
                guard let byte = read() else { return nil }
                count = count << 8 | Int(byte)
            }
        }
        var payload: [UInt8] = []
        for _ in 0..<count {
            guard let byte = read() else { return nil }
            payload.append(byte)
        }
        return (first & 15, payload)
    }

    /// The first line that is not empty; empty when the connection ends or nothing comes.
    func line() -> String {
        var bytes: [UInt8] = []
        while let byte = read(), byte != UInt8(ascii: "\r") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hears until the close frame and returns its code; nil when none comes.
    func closeCode() -> Int? {
        while let (opcode, payload) = receive() {
            if opcode == 8 { return payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0 }
        }
        return nil
    }

    /// Reads what is there; how many bytes it was, nil when the connection ends or nothing comes.
    func discard() -> Int? {
        guard fill() else { return nil }
        defer { buffer = [] }
        return buffer.count
    }

    private func read() -> UInt8? { fill() ? buffer.popLast() : nil }

    /// Whether there is something to read.
    private func fill() -> Bool {
        guard buffer.isEmpty else { return true }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else {
            isEnded = count == 0 || errno == ECONNRESET
            return false
        }
        buffer = chunk.prefix(count).reversed()
        return true
    }
}
