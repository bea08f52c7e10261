import HTTPTypes
import Hummingbird

/// The channels' HTTP interface: its requests are signed, so where they come from does not matter.
enum SignedRoutes {
    static let prefixes = ["/apps/", "/users/"]
}

/// Refuses requests that change something and come from a page of another origin, also from another port of the same machine.
///
/// Browsers say where a request comes from in `Sec-Fetch-Site` (to encrypted and local addresses) or `Origin`; programs send neither. A form's
/// content type is refused, too: it is all that a page elsewhere can send without permission. A request with an `Authorization` field
/// is a program's: a page elsewhere cannot send that field without permission either.
struct CrossOriginValidator<Context: RequestContext>: RouterMiddleware {
    private static var safeMethods: Set<HTTPRequest.Method> { [.get, .head, .options] }
    private static var formTypes: Set<String> {
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
    }
    /// Channel clients, the console's among them, post a form here.
    private static var takesForm: Set<String> { ["/api/channels/auth", "/api/console/auth"] }

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard !Self.safeMethods.contains(request.method), !SignedRoutes.prefixes.contains(where: path.hasPrefix) else {
            return try await next(request, context)
        }
        guard Self.isSameOrigin(request) else {
            throw StudioFault(.forbidden, code: "cross_origin", "A page of another address may change nothing here.")
        }
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        let isExempt = Self.takesForm.contains(path) || request.headers[.authorization] != nil
        guard request.method != .post || isExempt || !Self.formTypes.contains(type) else {
            throw StudioFault(.unsupportedMediaType, code: "not_json", "Send JSON, as application/json.")
        }
        return try await next(request, context)
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
