import Foundation
import HTTPTypes
import Hummingbird

/// Problem reports, under `/api/problem-reports`: sent by the owner and by those whom the owner invited to a call; read and
/// deleted by the owner alone.
struct ProblemReportRoutes: StudioRoutes {
    private let store: ProblemReportStore
    private let core: StudioCore
    private let access: RoomAccess

    /// Creates the routes with what verifies a call's passes; throws if the folder cannot be created.
    init(core: StudioCore, access: RoomAccess) throws {
        (self.core, self.access) = (core, access)
        let folder = try core.folder.folder("problem-reports")
        store = try ProblemReportStore(folder: folder, quota: core.configuration.problemReportQuota)
    }

    func addRoutes(to router: Router<StudioContext>) {
        router.post("api/problem-reports") { request, _ in
            guard await maySend(request) else { throw Self.uninvited }
            let length = request.headers[.contentLength].flatMap { Int64($0) }
            let entry = try await store.receive(request.body, length: length)
            return EditedResponse(status: .created, response: Received(identifier: entry.identifier))
        }
        let reports = router.group("api/problem-reports").add(middleware: OwnerOnly(core.owner))
        reports.get { _, _ in List(reports: await store.all(), storage: await store.usage) }
        let files = LocalFileSystem.byWholePath(logger: core.logger)
        reports.get(":identifier") { _, context in
            let identifier = try context.parameters.require("identifier")
            guard let archive = store.archive(of: identifier) else { throw Self.unknown }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/zip", .cacheControl: "private, no-store",
                    .contentDisposition: "attachment; filename=\"problem-\(identifier).zip\"",
                ],
                body: try await files.loadFile(id: archive.path, context: context)
            )
        }
        reports.delete(":identifier") { _, context in
            guard try await store.delete(try context.parameters.require("identifier")) else { throw Self.unknown }
            return HTTPResponse.Status.noContent
        }
    }

    /// Whether a request is the owner's, or of someone inside a call whom the owner invited.
    private func maySend(_ request: Request) async -> Bool {
        if core.owner.isOwner(request) { return true }
        return (try? await access.verify(request.callPass, kinds: [.inside]))?.isInvited == true
    }

    private static let uninvited = StudioError(
        .unauthorized,
        code: "owner_only",
        "Only the studio's owner, and those whom the owner invited to a call, may send problem reports."
    )

    private static let unknown = StudioError(.notFound, code: "unknown_report", "There is no such problem report.")

    private struct Received: ResponseEncodable {
        let identifier: String
    }

    private struct List: ResponseEncodable {
        let reports: [ProblemReportStore.Entry]
        let storage: RecordStorage.Usage
    }
}
