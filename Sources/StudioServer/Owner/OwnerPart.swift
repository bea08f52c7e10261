import Foundation
import HTTPTypes
import Hummingbird

/// Signing in and out as the owner, under `/api/owner`.
struct OwnerPart: StudioPart {
    let owner: OwnerAccess

    func addRoutes(to router: Router<StudioContext>) {
        router.get("api/owner") { request, _ in Answer(isOwner: owner.isOwner(request)) }
        router.post("api/owner/session") { request, context in
            guard owner.isToken(try await request.decodeBody(as: SignIn.self).token) else {
                throw StudioFault(.unauthorized, code: "wrong_token", "This is not the owner's token.")
            }
            return try answer(true, cookie: owner.session, seconds: 365 * 86_400, request, context)
        }
        router.delete("api/owner/session") { request, context in
            try answer(false, cookie: "", seconds: 0, request, context)
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
            secure: request.head.scheme == "https",
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
}
