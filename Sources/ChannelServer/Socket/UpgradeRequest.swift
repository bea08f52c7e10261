import Crypto
import PusherProtocol

/// A request to become a WebSocket, read from the first bytes of a connection (RFC 9112; RFC 6455, section 4.2.1).
///
/// It reads only what every client sends: one whole head without a body. Everything else is nil, and is left to the HTTP
/// decoder, which knows what to answer.
struct UpgradeRequest: Equatable {
    /// The path and query that were asked for.
    let target: String
    /// The value of `Sec-WebSocket-Key`.
    let key: String
    /// Whether the client offers a compression of messages that the server takes.
    let takesCompressed: Bool
    /// How many bytes the head has, with the empty line that ends it.
    let byteCount: Int

    /// A head that is longer is left to the HTTP decoder, bytes.
    private static let longest = 8_192
    private static let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))

    /// Reads the head at the beginning of some bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var lines = HeadLines(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.longest)))
        guard let first = lines.next(), let target = Self.target(first) else { return nil }
        var fields = Fields()
        while let line = lines.next() {
            guard !line.isEmpty else {
                guard fields.isComplete, let key = fields.key else { return nil }
                self.target = target
                self.key = key
                takesCompressed = fields.takesCompressed
                byteCount = lines.position
                return
            }
            guard fields.take(line) else { return nil }
        }
        return nil
    }

    /// The answer that makes the connection a WebSocket.
    var answer: [UInt8] {
        var hash = Insecure.SHA1()
        hash.update(data: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        let accept = Base64.encode(Array(hash.finalize()))
        var head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
        head += "Sec-WebSocket-Accept: \(accept)\r\n"
        if takesCompressed { head += "Sec-WebSocket-Extensions: \(CompressionOffer.answer)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// The target of `GET TARGET HTTP/1.1`; nil if the line is another.
    private static func target(_ line: UnsafeRawBufferPointer) -> String? {
        guard line.count > 13, line.starts(with: "GET /".utf8) else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: line[4...])
        guard let end = rest.firstIndex(of: UInt8(ascii: " ")), rest[end...].elementsEqual(" HTTP/1.1".utf8),
            rest[..<end].allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// The lines of a head, each ended by CR and LF.
    private struct HeadLines {
        private let bytes: UnsafeRawBufferPointer
        private(set) var position = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// The next line without its end; nil if there is none, or if it holds a control character.
        mutating func next() -> UnsafeRawBufferPointer? {
            var end = position
            while end < bytes.count, bytes[end] >= 0x20, bytes[end] != 0x7F { end += 1 }
            guard end + 1 < bytes.count, bytes[end] == carriageReturn, bytes[end + 1] == lineFeed else { return nil }
            defer { position = end + 2 }
            return UnsafeRawBufferPointer(rebasing: bytes[position..<end])
        }
    }

    /// What the fields say so far.
    private struct Fields {
        private var hosts = 0
        private var isUpgrade = false
        private var isWebSocket = false
        private var isVersion = false
        private(set) var key: String?
        private(set) var takesCompressed = false

        /// Whether everything is there.
        var isComplete: Bool { hosts == 1 && isUpgrade && isWebSocket && isVersion && key != nil }

        /// Takes a field; false if the request is not one that every client sends.
        mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
            let name = line[..<colon]
            guard name.allSatisfy(Self.isToken) else { return false }
            let value = Self.trimmed(line[(colon + 1)...])
            // By the length of the name, which most fields differ in.
            switch name.count {
            case 4 where Self.isSame(name, "host"):
                hosts += 1
                return hosts == 1 && !value.isEmpty
            case 6 where Self.isSame(name, "expect"): return false
            case 7 where Self.isSame(name, "upgrade"):
                guard !isWebSocket, Self.isSame(value, "websocket") else { return false }
                isWebSocket = true
            case 10 where Self.isSame(name, "connection"):
                guard !isUpgrade else { return false }
                isUpgrade = value.split(separator: UInt8(ascii: ",")).contains {
                    Self.isSame(Self.trimmed($0), "upgrade")
                }
            case 14 where Self.isSame(name, "content-length"): return value.elementsEqual("0".utf8)
            case 17 where Self.isSame(name, "sec-websocket-key"):
                guard key == nil, value.count == 24 else { return false }
                key = String(decoding: value, as: UTF8.self)
            case 17 where Self.isSame(name, "transfer-encoding"): return false
            case 21 where Self.isSame(name, "sec-websocket-version"):
                guard !isVersion, value.elementsEqual("13".utf8) else { return false }
                isVersion = true
            case 24 where Self.isSame(name, "sec-websocket-extensions"):
                if CompressionOffer.isAcceptable(String(decoding: value, as: UTF8.self)) { takesCompressed = true }
            default: break
            }
            return true
        }

        private static func isSame(_ bytes: Slice<UnsafeRawBufferPointer>, _ lowercase: StaticString) -> Bool {
            guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
            for (index, byte) in bytes.enumerated() where lower(byte) != lowercase.utf8Start[index] { return false }
            return true
        }

        private static func lower(_ byte: UInt8) -> UInt8 {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
        }

        private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
            var bytes = bytes
            while bytes.first == 0x20 { bytes.removeFirst() }
            while bytes.last == 0x20 { bytes.removeLast() }
            return bytes
        }

        /// A character of a field's name (RFC 9110, section 5.6.2).
        private static func isToken(_ byte: UInt8) -> Bool {
            let lowered = lower(byte)
            if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered) { return true }
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return true }
            return "-_!#$%&'*+.^`|~".utf8.contains(byte)
        }
    }
}
