import Foundation
import HTTPTypes
import Hummingbird

/// What a request is refused with: `{"error":{"code":…,"message":…}}` under an HTTP status.
struct StudioError: HTTPResponseError, Equatable {
    /// The HTTP status.
    let status: HTTPResponse.Status
    /// A word for programs, such as "unknown_room".
    let code: String
    /// A sentence for people.
    let message: String
    /// After how many seconds it may be tried again; nil if waiting does not help.
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
