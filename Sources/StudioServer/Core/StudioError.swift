import Foundation
import HTTPTypes
import Hummingbird

/// The error of a refused request: `{"error":{"code":…,"message":…}}` with an HTTP status.
struct StudioError: HTTPResponseError, Equatable {
    /// The HTTP status.
    let status: HTTPResponse.Status
    /// A word for programs, such as "unknown_room".
    let code: String
    /// A sentence for people.
    let message: String
    /// The seconds until a retry makes sense; nil if waiting does not help.
    let retryAfter: Int?

    init(_ status: HTTPResponse.Status, code: String, _ message: String, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let body = try JSONEncoder().encode(Answer(error: Answer.Fault(code: code, message: message)))
        var headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        return Response(
            status: status,
            headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: body))
        )
    }

    private struct Answer: Encodable {
        struct Fault: Encodable {
            let code: String
            let message: String
        }
        let error: Fault
    }
}
