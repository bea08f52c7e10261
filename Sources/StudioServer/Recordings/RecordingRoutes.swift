import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The list of recordings and their files.
///
/// Only the owner can see the owner's captures.
struct RecordingRoutes {
    private static let path = "/recordings"

    let library: RecordingLibrary
    /// Whether a request comes from the owner.
    let isOwner: @Sendable (Request) -> Bool

    /// Adds the list (`GET /api/recordings`) to a router.
    func add(to router: Router<StudioContext>) {
        router.get("api/recordings") { [library, isOwner] request, context in
            let isOwner = isOwner(request)
            let visible = library.entries.filter { isOwner || !$0.isPrivate }
            var response = try RecordingList(recordings: visible.map(RecordingList.Item.init))
                .response(from: request, context: context)
            response.headers[.cacheControl] = "private, no-store"
            return response
        }
    }

    /// Adds the middleware that serves the recordings' files.
    func addFiles(to router: Router<StudioContext>, logger: Logger) {
        router.middlewares.add(Access(library: library, isOwner: isOwner))
        router.middlewares.add(
            FileMiddleware<StudioContext, RecordingFiles>(
                fileProvider: RecordingFiles(library: library, logger: logger),
                urlBasePath: Self.path
            )
            .withAdditionalMediaTypes(forFileExtensions: RecordingFiles.mediaTypes)
        )
    }

    /// Hides private recordings from others, and gives every file of a recording a policy that prevents scripts in it.
    private struct Access: RouterMiddleware {
        typealias Context = StudioContext

        let library: RecordingLibrary
        let isOwner: @Sendable (Request) -> Bool

        func handle(
            _ request: Request,
            context: StudioContext,
            next: (Request, StudioContext) async throws -> Response
        ) async throws -> Response {
            let parts = request.uri.path.split(separator: "/", maxSplits: 2).map { $0.removingPercentEncoding ?? "" }
            guard parts.count > 1, "/" + parts[0] == RecordingRoutes.path else {
                return try await next(request, context)
            }
            let isPrivate = library.entry(named: parts[1])?.isPrivate ?? false
            guard !isPrivate || isOwner(request) else {
                throw StudioError(.notFound, code: "unknown_recording", "There is no such recording.")
            }
            var response = try await next(request, context)
            response.headers[.contentSecurityPolicy] = "sandbox; default-src 'none'"
            if isPrivate { response.headers[.cacheControl] = "private, no-store" }
            return response
        }
    }
}

/// The answer of `GET /api/recordings`.
struct RecordingList: ResponseEncodable, Codable {
    struct Item: Codable {
        /// The displayed name.
        let name: String
        /// `euroc` or `lines`.
        let layout: String
        /// The address of the recording's files, with a trailing slash.
        let url: String
        /// Whether only the owner sees it.
        let isPrivate: Bool

        init(_ entry: RecordingLibrary.Entry) {
            name = entry.name
            layout = entry.layout.rawValue
            let path = entry.name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entry.name
            url = "/recordings/\(path)/"
            isPrivate = entry.isPrivate
        }
    }

    let recordings: [Item]
}
