import HTTPTypes
import Hummingbird

/// Refuses requests with a host name that is not the studio's, and those with no host or two.
struct HostValidator<Context: RequestContext>: RouterMiddleware {
    /// Signed requests, those with their own token, and health checks are answered under every name.
    private static var everyName: [String] { SignedRoutes.prefixes + ["/health", "/ready", "/api/beacons/reports"] }

    let known: KnownHosts

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The first Host is the authority; a second one remains among the fields.
        guard let authority = request.head.authority, !authority.isEmpty, request.header("Host").isEmpty else {
            throw StudioError(.badRequest, code: "host", "A request names one host.")
        }
        let path = request.uri.path
        guard known.contains(authority) || Self.everyName.contains(where: path.hasPrefix) else {
            throw StudioError(
                .misdirectedRequest,
                code: "unknown_host",
                """
                The studio is not called “\(authority.prefix(100))”. If it is, start it with \
                --allow-host \(KnownHosts.host(of: authority).prefix(100)).
                """
            )
        }
        return try await next(request, context)
    }
}
