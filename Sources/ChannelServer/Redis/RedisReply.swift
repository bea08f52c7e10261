import CHiredis

/// What Redis answers, copied out of the C library's memory.
enum RedisReply: Sendable, Equatable {
    case text([UInt8])
    case number(Int64)
    case list([RedisReply])
    case none
    case error(String)

    init(_ reply: UnsafeMutablePointer<redisReply>) {
        switch reply.pointee.type {
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .text(Self.bytes(reply))
        case REDIS_REPLY_INTEGER: self = .number(reply.pointee.integer)
        case REDIS_REPLY_ARRAY:
            self = .list((0..<reply.pointee.elements).compactMap { reply.pointee.element[$0].map { RedisReply($0) } })
        case REDIS_REPLY_ERROR: self = .error(String(decoding: Self.bytes(reply), as: UTF8.self))
        default: self = .none
        }
    }

    private static func bytes(_ reply: UnsafeMutablePointer<redisReply>) -> [UInt8] {
        guard let start = reply.pointee.str else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: reply.pointee.len))
    }

    var bytes: [UInt8]? { if case .text(let bytes) = self { bytes } else { nil } }
    var string: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
    var number: Int64? { if case .number(let value) = self { value } else { nil } }
    var elements: [RedisReply] { if case .list(let items) = self { items } else { [] } }
    /// Pairs of a flat list, as hashes are answered.
    var pairs: [(String, RedisReply)] {
        let items = elements
        return stride(from: 0, to: items.count - items.count % 2, by: 2).compactMap { index in
            items[index].string.map { ($0, items[index + 1]) }
        }
    }
}
