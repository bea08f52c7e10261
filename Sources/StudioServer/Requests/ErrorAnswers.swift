import HTTPTypes
import Hummingbird
import Logging

/// Answers unexpected errors of routes: a full disk with 507, anything else with 500, both with a message; logs both.
///
/// Deletion must work on a full disk: the reserved space is released for it, and the request is repeated.
struct ErrorAnswers<Context: RequestContext>: RouterMiddleware {
    let reserve: SpaceReserve
    let logger: Logger

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            let response = try await next(request, context)
            if request.method == .delete { reserve.fill() }
            return response
        } catch let error as any HTTPResponseError {
            throw error
        } catch  where StorageFull.isCause(of: error) && request.method == .delete && reserve.release() {
            defer { reserve.fill() }
            return try await answering(request) { try await next(request, context) }
        } catch {
            return try await answering(request) { throw error }
        }
    }

    private func answering(_ request: Request, _ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as any HTTPResponseError {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let isFull = StorageFull.isCause(of: error)
            logger.error(
                "\(isFull ? "The disk is full" : "A request failed").",
                metadata: ["request": "\(request.method) \(request.uri.path)", "error": "\(error)"]
            )
            guard !isFull else { throw StorageFull.fault }
            throw StudioError(.internalServerError, code: "internal", "The studio could not do this; its log says why.")
        }
    }
}
