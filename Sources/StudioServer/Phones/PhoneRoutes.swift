import HTTPTypes
import Hummingbird

/// The table of phones in the lab, under `/api/phones`: everyone reads it and may add a report, the owner deletes.
struct PhoneRoutes: StudioRoutes {
    private let store: PhoneStore
    private let owner: OwnerAccess
    private let protection: StudioProtection

    init(core: StudioCore) {
        store = PhoneStore(database: core.store.database)
        owner = core.owner
        protection = core.protection
    }

    func addRoutes(to router: Router<StudioContext>) {
        router.get("api/phones") { _, _ in List(phones: try await store.list()) }
        router.post("api/phones") { request, context in
            guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
                throw StudioError(.unsupportedMediaType, code: "not_json", "Send JSON, as application/json.")
            }
            // A report that is refused counts, too: each was read and checked.
            if !owner.isOwner(request) { try protection.checkPhoneReport(from: context.address(of: request)) }
            let report = try await request.decodeBody(as: PhoneReport.self, limit: PhoneReport.largest)
            if let objection = report.objection {
                throw StudioError(.badRequest, code: "invalid_report", objection)
            }
            guard let entry = try await store.keep(report, most: protection.limits.phones) else {
                throw StudioProtection.tableFull
            }
            return EditedResponse(status: .created, response: Stored(entry))
        }
        router.group("api/phones").add(middleware: OwnerOnly(owner)).delete(":identifier") { _, context in
            guard try await store.delete(try context.parameters.require("identifier")) else {
                throw StudioError(.notFound, code: "unknown_phone", "There is no such report.")
            }
            return HTTPResponse.Status.noContent
        }
    }

    private struct List: ResponseEncodable {
        let phones: [PhoneStore.Entry]
    }

    private struct Stored: ResponseEncodable {
        let identifier: String
        let day: String

        init(_ entry: PhoneStore.Entry) { (identifier, day) = (entry.identifier, entry.day) }
    }
}
