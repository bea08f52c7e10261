import Foundation
import HTTPTypes
import Hummingbird

/// Serves the documentation site below `/docs/`; explains how to build it while it is missing.
struct DocumentationMiddleware: RouterMiddleware {
    private static let root = "/docs"
    /// A file that every documentation site has, so that no other folder with this name is served.
    private static let mark = "_static/sightline.css"

    private let folder: URL
    private let pages: PageMiddleware

    init(folder: URL) {
        self.folder = folder
        pages = PageMiddleware(store: PageStore(folder: folder))
    }

    func handle(
        _ request: Request,
        context: StudioContext,
        next: (Request, StudioContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            guard let response = try await document(for: request) else { throw error }
            return response
        }
    }

    private func document(for request: Request) async throws -> Response? {
        let path = request.uri.path
        guard path == Self.root || path.hasPrefix(Self.root + "/") else { return nil }
        guard path != Self.root else { return .redirect(to: Self.root + "/", type: .permanent) }
        guard FileManager.default.fileExists(atPath: folder.appending(path: Self.mark).path) else {
            return Self.howToMakeIt
        }
        return try await pages.page(for: request, at: String(path.dropFirst(Self.root.count)))
    }

    /// A standalone page, since the site's styles are missing.
    private static var howToMakeIt: Response {
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <title>No documentation here</title>
            <h1>The documentation is not built</h1>
            <p>Run <code>make site</code> where the studio was built. The pages then appear here; the studio need not be started again.</p>
            """
        return Response(
            status: .notFound,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page))
        )
    }
}
