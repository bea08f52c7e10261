import NIOCore
import NIOWebSocket

/// Unmasked WebSocket frames as servers send them (RFC 6455, section 5.2), made once and written to every subscriber.
enum Frame {
    /// A text frame.
    static func text(_ json: [UInt8], allocator: ByteBufferAllocator = ByteBufferAllocator()) -> ByteBuffer {
        var buffer = allocator.buffer(capacity: json.count + 10)
        append(text: json, to: &buffer)
        return buffer
    }

    /// Appends a text frame.
    static func append(text json: [UInt8], to buffer: inout ByteBuffer) {
        append(header: 0x81, count: json.count, to: &buffer)
        buffer.writeBytes(json)
    }

    /// A text frame of a compressed message (RFC 7692, section 6).
    static func compressedText(_ message: [UInt8]) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: message.count + 10)
        append(header: 0xC1, count: message.count, to: &buffer)
        buffer.writeBytes(message)
        return buffer
    }

    /// Takes the first frame off, and returns what it holds; nil if there is no whole one.
    static func take(from frames: inout ByteBuffer) -> ByteBuffer? {
        guard let second = frames.getInteger(at: frames.readerIndex + 1, as: UInt8.self) else { return nil }
        frames.moveReaderIndex(forwardBy: 2)
        let count: Int? =
            switch second {
            case 126: frames.readInteger(as: UInt16.self).map { Int($0) }
            case 127: frames.readInteger(as: UInt64.self).map { Int($0) }
            default: Int(second)
            }
        return count.flatMap { frames.readSlice(length: $0) }
    }

    /// What a frame holds behind its header.
    static func payload(of frame: ByteBuffer) -> ByteBufferView {
        let width =
            switch frame.getInteger(at: frame.readerIndex + 1, as: UInt8.self) {
            case 126: 4
            case 127: 10
            default: 2
            }
        return frame.readableBytesView.dropFirst(width)
    }

    /// A close frame with its code and reason.
    static func close(code: Int, reason: String) -> ByteBuffer {
        let text = reason.utf8.prefix(123)
        var buffer = ByteBufferAllocator().buffer(capacity: text.count + 4)
        append(header: 0x88, count: text.count + 2, to: &buffer)
        buffer.writeInteger(UInt16(truncatingIfNeeded: code))
        buffer.writeBytes(text)
        return buffer
    }

    /// A pong with what the ping held.
    static func pong(_ payload: ByteBuffer) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: payload.readableBytes + 2)
        append(header: 0x8A, count: payload.readableBytes, to: &buffer)
        buffer.writeImmutableBuffer(payload)
        return buffer
    }

    private static func append(header: UInt8, count: Int, to buffer: inout ByteBuffer) {
        buffer.writeInteger(header)
        switch count {
        case ..<126:
            buffer.writeInteger(UInt8(count))
        case ..<65_536:
            buffer.writeInteger(UInt8(126))
            buffer.writeInteger(UInt16(count))
        default:
            buffer.writeInteger(UInt8(127))
            buffer.writeInteger(UInt64(count))
        }
    }
}
