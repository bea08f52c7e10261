import Hummingbird

/// Accepts only the owner's requests.
struct OwnerOnly: RouterMiddleware {
    typealias Context = StudioContext

    private let owner: OwnerAccess

    init(_ owner: OwnerAccess) { self.owner = owner }

    func handle(
        _ request: Request,
        context: StudioContext,
        next: (Request, StudioContext) async throws -> Response
    ) async throws -> Response {
        try check(request)
        return try await next(request, context)
    }

    /// Throws unless the request is the owner's.
    func check(_ request: Request) throws {
        guard owner.isOwner(request) else {
            throw StudioError(
                .unauthorized,
                code: "owner_only",
                "Only the owner may do this: sign in with the owner's token."
            )
        }
    }
}
