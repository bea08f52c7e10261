import HTTPTypes
import Hummingbird

/// Adds to every response, errors too, the headers that keep a page to its own origin and its own scripts, and has
/// what is cached asked for anew unless a route said otherwise.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    /// No inline script or style; WebAssembly may be compiled; pictures and recordings may come from memory.
    static var contentSecurityPolicy: String {
        [
            "default-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "img-src 'self' blob: data:",
            "media-src 'self' blob:",
            "connect-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// The headers and their values.
    static var headers: HTTPFields {
        let pairs = [
            ("Content-Security-Policy", contentSecurityPolicy),
            ("Cache-Control", "no-cache"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", permissions),
        ]
        return HTTPFields(
            pairs.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
        )
    }

    /// What the pages may ask a person for; nothing of it goes to frames of others.
    private static var permissions: String {
        ["camera", "microphone", "accelerometer", "gyroscope", "xr-spatial-tracking"]
            .map { "\($0)=(self)" }.joined(separator: ", ")
    }

    private let headers = Self.headers

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await Self.answer(request, context: context, next: next)
        for field in headers where response.headers[field.name] == nil { response.headers.append(field) }
        return response
    }

    /// The response, or the one that an HTTP error stands for.
    private static func answer(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError {
            return try error.response(from: request, context: context)
        }
    }
}
