import CZlib
import NIOCore
import PusherProtocol

/// Compresses and unpacks the messages of one event loop's connections, each message by itself (RFC 7692, section 7.2).
///
/// One compressor and one window serve all connections of a loop. What compressing may cost is limited: over
/// `bytesPerSecond` messages go as they are, which the protocol allows for each of them.
final class MessageCompressor {
    /// Why a message cannot be unpacked.
    enum Failure: Error {
        /// It is longer than it may be.
        case tooLong
        /// It is no compressed message.
        case broken
    }

    /// Shorter messages are not compressed, bytes.
    static let shortest = 160
    /// How much is compressed per second and event loop, bytes; by hand.
    ///
    /// What exceeds it goes as it is, so that large messages cannot take an event loop.
    static let bytesPerSecond = 8 << 20
    /// What zlib leaves out of each message, and what it needs to unpack it.
    private static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

    private let deflating = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let inflating = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var spent = RateWindow()

    /// A compressor that has its memory, some 300 kB.
    init() {
        deflating.initialize(to: z_stream())
        inflating.initialize(to: z_stream())
        precondition(sightline_deflate_begin(deflating) == Z_OK, "zlib has no memory")
        precondition(sightline_inflate_begin(inflating) == Z_OK, "zlib has no memory")
    }

    deinit {
        deflateEnd(deflating)
        inflateEnd(inflating)
        deflating.deallocate()
        inflating.deallocate()
    }

    /// The compressed frame of a text frame; the frame itself if that is not worth while.
    func packed(_ frame: ByteBuffer, milliseconds: Int64) -> ByteBuffer {
        let json = Frame.payload(of: frame)
        guard json.count >= Self.shortest,
            spent.wait(after: json.count, at: milliseconds, limit: Self.bytesPerSecond) == 0,
            let packed = deflated(json), packed.count < json.count
        else { return frame }
        return Frame.compressedText(packed)
    }

    private func deflated(_ json: ByteBufferView) -> [UInt8]? {
        guard deflateReset(deflating) == Z_OK else { return nil }
        let most = Int(deflateBound(deflating, UInt(json.count))) + 16
        let packed = [UInt8](unsafeUninitializedCapacity: most) { output, count in
            json.withUnsafeBytes { input in
                // zlib does not write to what it reads.
                deflating.pointee.next_in = UnsafeMutablePointer(
                    mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                )
                deflating.pointee.avail_in = UInt32(input.count)
                deflating.pointee.next_out = output.baseAddress
                deflating.pointee.avail_out = UInt32(most)
                let status = deflate(deflating, Z_SYNC_FLUSH)
                let isWhole = status == Z_OK && deflating.pointee.avail_in == 0 && deflating.pointee.avail_out > 0
                count = isWhole ? most - Int(deflating.pointee.avail_out) : 0
            }
        }
        guard packed.suffix(4).elementsEqual(Self.tail) else { return nil }
        return packed.dropLast(4)
    }

    /// The message that was compressed; throws if it is longer than `limit` bytes, or none.
    func unpacked(_ message: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        guard inflateReset(inflating) == Z_OK else { throw .broken }
        var input = message + Self.tail
        var failure: Failure?
        let output = [UInt8](unsafeUninitializedCapacity: limit + 1) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                inflating.pointee.next_in = input.baseAddress
                inflating.pointee.avail_in = UInt32(input.count)
                inflating.pointee.next_out = output.baseAddress
                inflating.pointee.avail_out = UInt32(limit + 1)
                failure = inflateAll()
            }
            count = limit + 1 - Int(inflating.pointee.avail_out)
        }
        if let failure { throw failure }
        guard output.count <= limit else { throw .tooLong }
        return output
    }

    private func inflateAll() -> Failure? {
        while inflating.pointee.avail_in > 0 {
            guard inflating.pointee.avail_out > 0 else { return .tooLong }
            let left = inflating.pointee.avail_in
            switch inflate(inflating, Z_SYNC_FLUSH) {
            // A peer may end its blocks within a message (RFC 7692, section 7.2.3.5).
            case Z_STREAM_END:
                let rest = (inflating.pointee.next_in, inflating.pointee.avail_in)
                guard inflateReset(inflating) == Z_OK else { return .broken }
                (inflating.pointee.next_in, inflating.pointee.avail_in) = rest
            case Z_OK, Z_BUF_ERROR: guard inflating.pointee.avail_in < left else { return .broken }
            default: return .broken
            }
        }
        return nil
    }
}
