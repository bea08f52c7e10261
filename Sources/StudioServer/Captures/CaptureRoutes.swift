import HTTPTypes
import Hummingbird

/// Receives the owner's captures, under `/api/captures`.
struct CaptureRoutes: StudioRoutes {
    let captures: CaptureFolder
    let owner: OwnerAccess

    func addRoutes(to router: Router<StudioContext>) {
        let guarded = router.group("api/captures").add(middleware: OwnerOnly(owner))
        guarded.put(":name/**") { request, context in
            let (name, file) = (try name(context), context.parameters.getCatchAll().joined(separator: "/"))
            guard CaptureFolder.isFile(file) else {
                throw StudioError(.badRequest, code: "strange_file", "A capture has no file “\(file)”.")
            }
            try await refusing { try await captures.write(request.body, as: file, of: name) }
            return Response(status: .noContent)
        }
        guarded.post(":name") { _, context in
            let name = try name(context)
            try await refusing { try captures.complete(name) }
            return Response(status: .created)
        }
    }

    private func name(_ context: StudioContext) throws -> String {
        let name = try context.parameters.require("name")
        guard CaptureFolder.isName(name) else {
            throw StudioError(
                .badRequest,
                code: "strange_name",
                "A capture's name has letters, digits and hyphens, at most sixty."
            )
        }
        return name
    }

    /// Executes work and converts its errors to answers.
    private func refusing(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch CaptureError.tooLong {
            throw StudioError(.contentTooLarge, code: "too_large", "A capture's file may have 1 GiB at most.")
        } catch CaptureError.incomplete {
            throw StudioError(
                .unprocessableContent,
                code: "incomplete",
                "A capture needs data.jsonl, calibration.json and a video or pictures."
            )
        } catch CaptureError.taken {
            throw StudioError(.conflict, code: "taken", "There is a capture of this name already.")
        }
    }
}
