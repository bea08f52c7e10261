import HTTPTypes
import Hummingbird

/// Refuses a range that starts after a file's end, which the file middleware would answer with a negative length.
struct SoundRanges<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard response.status == .partialContent else { return response }
        let length = response.headers[.contentLength].flatMap { Int($0) } ?? 0
        return length > 0 ? response : Response(status: .rangeNotSatisfiable)
    }
}
