import HTTPTypes
import Hummingbird

/// Adds security headers to every response, errors too, which restrict a page to its own origin and scripts; caches
/// must revalidate unless a route sets another policy.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    /// No inline scripts or styles; WebAssembly may be compiled; images and recordings may come from memory.
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

    /// The browser permissions that the pages may request; frames of others get none.
    private static var permissions: String {
        ["camera", "microphone", "accelerometer", "gyroscope", "magnetometer", "geolocation", "xr-spatial-tracking"]
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

    /// The response, or that of an HTTP error.
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
