import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// Decodes the body as JSON of a type, dates as ISO 8601.
    ///
    /// - Throws: `StudioError` 413 if it is longer than `limit` bytes, 400 with the field's name if it is not valid.
    func decodeBody<Value: Decodable>(as type: Value.Type, limit: Int = 64 << 10) async throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode(type, from: Data(buffer: try await body(limit: limit)))
        } catch let error as DecodingError {
            throw StudioError(.badRequest, code: "invalid_body", error.sentence)
        }
    }

    /// The body's bytes.
    ///
    /// - Throws: `StudioError` 413 if there are more than `limit`.
    func body(limit: Int) async throws -> ByteBuffer {
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw StudioError(.contentTooLarge, code: "too_large", "The request holds more than \(limit) bytes.")
        }
    }
}

extension DecodingError {
    /// The field and the error in it.
    fileprivate var sentence: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context, key)) is missing."
        case .typeMismatch(let type, let context): "\(Self.path(context)) is not a \(type)."
        case .valueNotFound(_, let context): "\(Self.path(context)) has no value."
        case .dataCorrupted(let context): "\(Self.path(context)) cannot be read: \(context.debugDescription)"
        @unknown default: "The body cannot be read."
        }
    }

    private static func path(_ context: Context, _ last: (any CodingKey)? = nil) -> String {
        let keys = context.codingPath + [last].compactMap { $0 }
        return keys.isEmpty ? "The body" : keys.map(\.stringValue).joined(separator: ".")
    }
}
