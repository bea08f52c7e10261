import HTTPTypes
import Hummingbird

/// The channels' HTTP interface: its requests are signed, so their origin does not matter.
enum SignedRoutes {
    static let prefixes = ["/apps/", "/users/"]
}

/// Refuses modifying requests from a page of another origin, also from another port of the same machine.
///
/// Browsers state a request's origin in `Sec-Fetch-Site` (to encrypted and local addresses) or `Origin`; programs send
/// neither. A form's content type is refused, too: a page of another origin can send only that without permission. A
/// request with an `Authorization` field is a program's: such a page cannot send that field without permission either.
///
/// Scripts of the allowed origins may request channel authorization, without the owner's cookie (CORS, Fetch standard).
struct CrossOriginValidator<Context: RequestContext>: RouterMiddleware {
    private static var safeMethods: Set<HTTPRequest.Method> { [.get, .head, .options] }
    private static var formTypes: Set<String> {
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
    }
    /// Channel clients, the console's among them, post a form here.
    private static var takesForm: Set<String> { [sharedPath, "/api/console/auth"] }
    /// The only address for scripts of allowed origins.
    private static var sharedPath: String { "/api/channels/auth" }

    /// Channel clients without WebSockets: as those, they need the application's public key and no cookie.
    private static var pollingPrefix: String { "/pusher/app/" }

    let allowed: Set<WebOrigin>

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if path == Self.sharedPath, let origin = WebOrigin(request.header("Origin")), allowed.contains(origin) {
            return try await share(request, with: origin, context: context, next: next)
        }
        guard !Self.safeMethods.contains(request.method), !path.hasPrefix(Self.pollingPrefix),
            !SignedRoutes.prefixes.contains(where: path.hasPrefix)
        else { return try await next(request, context) }
        guard Self.isSameOrigin(request) else {
            throw StudioError(.forbidden, code: "cross_origin", "A page of another address may change nothing here.")
        }
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        let isExempt = Self.takesForm.contains(path) || request.headers[.authorization] != nil
        guard request.method != .post || isExempt || !Self.formTypes.contains(type) else {
            throw StudioError(.unsupportedMediaType, code: "not_json", "Send JSON, as application/json.")
        }
        return try await next(request, context)
    }

    /// Answers a script of an allowed origin: a preflight request, or the request itself.
    private func share(
        _ request: Request,
        with origin: WebOrigin,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        if request.method == .options {
            response = Response(status: .noContent)
            response.headers[Self.field("Access-Control-Allow-Methods")] = "POST"
            response.headers[Self.field("Access-Control-Allow-Headers")] =
                "Content-Type, X-Assist-Pass, X-Requested-With"
            response.headers[Self.field("Access-Control-Max-Age")] = "600"
        } else {
            var head = request.head
            head.headerFields[.cookie] = nil
            do {
                response = try await next(Request(head: head, body: request.body), context)
            } catch let error as any HTTPResponseError {
                response = try error.response(from: request, context: context)
            }
        }
        response.headers[Self.field("Access-Control-Allow-Origin")] = origin.text
        response.headers[Self.field("Cross-Origin-Resource-Policy")] = "cross-origin"
        response.headers[.vary] = "Origin"
        return response
    }

    private static func field(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is no field's name") }
        return field
    }

    private static func isSameOrigin(_ request: Request) -> Bool {
        let site = request.header("Sec-Fetch-Site")
        if !site.isEmpty { return site == "same-origin" || site == "none" }
        let origin = request.header("Origin")
        return origin.isEmpty || authority(ofOrigin: origin) == request.head.authority.map { withoutUsualPort($0) }
    }

    private static func authority(ofOrigin origin: String) -> String? {
        guard let mark = origin.firstRange(of: "://") else { return nil }
        return withoutUsualPort(String(origin[mark.upperBound...]))
    }

    private static func withoutUsualPort(_ authority: String) -> String {
        let text = authority.lowercased()
        for port in [":80", ":443"] where text.hasSuffix(port) { return String(text.dropLast(port.count)) }
        return text
    }
}
