import HTTPTypes
import Hummingbird
import NIOPosix

/// Serves a file of the pages if no route matches: compressed, with entity tags, and permanently cacheable if the
/// address contains the pages' version (`/@VERSION/…`).
struct PageMiddleware: RouterMiddleware {
    /// The decompressed size of a response in bytes, for a page that shows progress.
    static let unpackedLength: HTTPField.Name = {
        guard let name = HTTPField.Name("X-Unpacked-Length") else { preconditionFailure("No name of a header field.") }
        return name
    }()

    let store: PageStore
    /// Whether missing WebAssembly modules are being built: requests for them are answered with 503 and `Retry-After`.
    var awaitsEngine = false

    /// Seconds after which a page requests a module again that is being built.
    private static let buildingSeconds = 2

    func handle(
        _ request: Request,
        context: StudioContext,
        next: (Request, StudioContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            if let response = try await page(for: request, at: request.uri.path) { return response }
            guard awaitsEngine, PageAddress(request.uri.path)?.isModuleOfEngine == true else { throw error }
            throw StudioError(
                .serviceUnavailable,
                code: "engine_not_ready",
                "The engine for the browser is still being built.",
                retryAfter: Self.buildingSeconds
            )
        }
    }

    /// The page at a path below the folder, with a leading slash; nil if there is none.
    func page(for request: Request, at path: String) async throws -> Response? {
        guard request.method == .get || request.method == .head else { return nil }
        guard let address = PageAddress(path) else { return nil }
        let store = store
        return try await NIOThreadPool.singleton.runIfActive {
            switch store.entry(at: address.path) {
            case .file(let file): Self.response(to: request, with: file, at: address, from: store)
            case .folder: Self.redirect(request)
            case nil: nil
            }
        }
    }

    private static func response(
        to request: Request,
        with file: PageFile,
        at address: PageAddress,
        from store: PageStore
    ) -> Response {
        let accepted = file.isCompressible ? ContentEncoding.best(accepted: request.headers[.acceptEncoding]) : nil
        let packed = accepted.flatMap { store.bytes(of: file, at: address.path, in: $0) }
        let encoding = packed == nil ? nil : accepted
        let tag = file.entityTag(encoding)
        var headers: HTTPFields = [.eTag: tag, .contentType: file.mediaType]
        if file.isCompressible { headers[.vary] = "Accept-Encoding" }
        headers.append(contentsOf: LabPolicy.headers(at: address.path))
        if let version = address.version, store.isCurrent(version) {
            headers[.cacheControl] = "public, max-age=31536000, immutable"
        }
        if matches(request.headers[values: .ifNoneMatch], tag) {
            return Response(status: .notModified, headers: headers)
        }
        if let encoding {
            headers[.contentEncoding] = encoding.rawValue
            headers[unpackedLength] = String(file.bytes.count)
        }
        let bytes = packed ?? file.bytes
        headers[.contentLength] = String(bytes.count)
        let body = request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Whether an `If-None-Match` contains the tag or `*`; weak and strong tags match (RFC 9110 §13.1.2).
    private static func matches(_ fields: [String], _ tag: String) -> Bool {
        fields.flatMap { $0.split(separator: ",") }.contains { item in
            let item = item.drop { $0 == " " }.prefix { $0 != " " }
            return item == "*" || (item.hasPrefix("W/") ? item.dropFirst(2) : item) == tag
        }
    }

    /// A redirect to the folder's own address, which ends with a slash.
    private static func redirect(_ request: Request) -> Response {
        .redirect(to: request.uri.path + "/" + (request.uri.query.map { "?" + $0 } ?? ""), type: .permanent)
    }
}

/// An address of the pages: a path below their folder, and the version if it has one.
struct PageAddress: Equatable {
    let path: String
    let version: String?

    /// Whether it is that of a WebAssembly module of the library.
    var isModuleOfEngine: Bool { path.hasPrefix("sightline/") && path.hasSuffix(".wasm") }

    /// Parses a request's path; nil if it leads out of the folder.
    init?(_ path: String) {
        guard path.hasPrefix("/"), let plain = path.dropFirst().removingPercentEncoding else { return nil }
        let parts = plain.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains("..") else { return nil }
        let isVersioned = parts.count > 1 && parts[0].hasPrefix("@")
        version = isVersioned ? String(parts[0].dropFirst()) : nil
        self.path = parts.dropFirst(isVersioned ? 1 : 0).joined(separator: "/")
    }
}
