import Foundation
import HTTPTypes
import Hummingbird

/// Sign-in and sign-out of the owner, under `/api/owner`.
struct OwnerRoutes: StudioRoutes {
    private let core: StudioCore
    private var owner: OwnerAccess { core.owner }

    init(core: StudioCore) { self.core = core }

    func addRoutes(to router: Router<StudioContext>) {
        router.get("api/owner") { request, _ in Answer(isOwner: owner.isOwner(request)) }
        router.post("api/owner/session") { request, context in
            guard owner.isToken(try await request.decodeBody(as: SignIn.self, limit: 4_096).token) else {
                try core.protection.noteWrongToken(from: context.address(of: request))
                throw StudioError(.unauthorized, code: "wrong_token", "This is not the owner's token.")
            }
            let secret = try await owner.sessions.begin(device: request.headers[.userAgent] ?? "")
            return try answer(true, cookie: secret, seconds: Int(OwnerSession.lifetime), request, context)
        }
        router.delete("api/owner/session") { request, context in
            if let held = owner.session(of: request) { _ = try await owner.sessions.end { $0.digest == held.digest } }
            return try answer(false, cookie: "", seconds: 0, request, context)
        }
        addSessionRoutes(to: router.group("api/owner/sessions").add(middleware: OwnerOnly(owner)))
    }

    /// The signed-in browsers: a list, and routes that end one or all sessions.
    private func addSessionRoutes(to group: RouterGroup<StudioContext>) {
        group.get { request, _ in
            let own = owner.session(of: request)
            return SessionList(sessions: owner.sessions.all().map { .init($0, isThis: $0.digest == own?.digest) })
        }
        group.delete { _, _ in
            _ = try await owner.sessions.end { _ in true }
            return HTTPResponse.Status.noContent
        }
        group.delete(":id") { _, context in
            let id = try context.parameters.require("id")
            guard try await owner.sessions.end(where: { $0.id == id }) > 0 else {
                throw StudioError(.notFound, code: "unknown_session", "There is no such browser.")
            }
            return HTTPResponse.Status.noContent
        }
    }

    private func answer(
        _ isOwner: Bool,
        cookie: String,
        seconds: Int,
        _ request: Request,
        _ context: StudioContext
    ) throws -> Response {
        var response = try Answer(isOwner: isOwner).response(from: request, context: context)
        let cookie = Cookie(
            name: OwnerAccess.cookie,
            value: cookie,
            maxAge: seconds,
            path: "/",
            secure: request.head.scheme == "https" || request.header("X-Forwarded-Proto") == "https",
            httpOnly: true,
            sameSite: .strict
        )
        response.headers[values: .setCookie].append(cookie.description)
        return response
    }

    private struct SignIn: Decodable {
        let token: String
    }

    private struct Answer: ResponseEncodable {
        let isOwner: Bool
    }

    private struct SessionList: ResponseEncodable {
        struct Item: Encodable {
            let id: String
            let device: String
            let createdAt: Date
            let expiresAt: Date
            /// Whether it is the requesting browser.
            let isThis: Bool

            init(_ session: OwnerSession, isThis: Bool) {
                (id, device, createdAt) = (session.id, session.device, session.createdAt)
                (expiresAt, self.isThis) = (session.expiresAt, isThis)
            }
        }
        let sessions: [Item]
    }
}
