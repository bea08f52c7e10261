import Hummingbird

/// Lets only the owner through.
struct OwnerOnly: RouterMiddleware {
    typealias Context = StudioContext

    private let owner: OwnerAccess

    init(_ owner: OwnerAccess) { self.owner = owner }

    func handle(
        _ request: Request,
        context: StudioContext,
        next: (Request, StudioContext) async throws -> Response
    ) async throws -> Response {
        guard owner.isOwner(request) else {
            throw StudioFault(
                .unauthorized,
                code: "owner_only",
                "Only the owner may do this: sign in with the owner's token."
            )
        }
        return try await next(request, context)
    }
}
