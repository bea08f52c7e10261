import CBrotli
import CZlib
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

@Suite struct PageMiddlewareTests {
    private let fixture: StudioFixture
    /// Long enough that compressing pays.
    private let script = "import \"./parts/far.js\";\n" + String(repeating: "export const answer = 42;\n", count: 100)

    init() throws {
        fixture = try StudioFixture()
        try write(script, to: "track/track.js")
        try write(
            "export const far = new Worker(new URL(\"../../sightline/worker.js\", import.meta.url));\n",
            to: "track/parts/far.js"
        )
        // What is imported when it is needed is not announced.
        try write(
            "import {\n    Engine,\n} from \"./sightline.js\";\nconst late = () => import(\"./late.js\");\n",
            to: "sightline/worker.js"
        )
        try write("new Worker(new URL(\"./worker.js\", import.meta.url));\n", to: "sightline/late.js")
        let head = """
            <!doctype html>
            <link rel="preload" href="../sightline/sightline.wasm" as="fetch" crossorigin>
            <link rel="stylesheet" href="../studio/studio.css">
            <script type="module" src="track.js"></script>
            <a href="../">home</a>
            """
        try write(head, to: "track/index.html")
        try write("body { color: black }", to: "studio/studio.css")
    }

    private func write(_ text: String, to path: String) throws {
        let file = fixture.folder.appending(path: "Web/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func get(
        _ client: any TestClientProtocol,
        _ path: String,
        _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await client.execute(uri: path, method: .get, headers: headers)
    }

    @Test(
        arguments: [
            ("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("*", "br"),
            ("GZIP ; q=1", "gzip"), ("identity", nil), ("gzip;q=0", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)]
    )
    func `The best encoding that a browser accepts is chosen`(accepted: String?, wanted: String?) async throws {
        #expect(ContentEncoding.best(accepted: accepted)?.rawValue == wanted)
    }

    @Test func `Scripts come compressed, and unpack to the file`() async throws {
        try await fixture.run { client in
            var tags: Set<String> = []
            for encoding in [nil, "br", "gzip"] {
                let headers: HTTPFields = encoding.map { [.acceptEncoding: $0] } ?? [:]
                let answer = try await get(client, "/track/track.js", headers)
                #expect(answer.headers[.contentEncoding] == encoding)
                #expect(answer.headers[.vary] == "Accept-Encoding")
                #expect(answer.headers[.cacheControl] == "no-cache")
                let bytes = [UInt8](buffer: answer.body)
                #expect(answer.headers[.contentLength] == String(bytes.count))
                if encoding == nil { #expect(bytes == Array(script.utf8)) } else { #expect(bytes.count < 200) }
                if encoding == "br" { #expect(ContentEncoding.brotli(bytes, standsFor: Array(script.utf8))) }
                if encoding == "gzip" { #expect(try unpackedGzip(bytes) == Array(script.utf8)) }
                let length = answer.headers[PageMiddleware.unpackedLength]
                #expect(length == (encoding == nil ? nil : String(script.utf8.count)))
                let tag = try #require(answer.headers[.eTag])
                #expect(tag.hasPrefix("\""))
                tags.insert(tag)
                let again = try await get(
                    client,
                    "/track/track.js",
                    headers.merging([.ifNoneMatch: "\"other\", W/\(tag)"])
                )
                #expect(again.status == .notModified && again.body.readableBytes == 0)
                #expect(again.headers[.vary] == "Accept-Encoding" && again.headers[.eTag] == tag)
            }
            #expect(tags.count == 3)
        }
    }

    @Test func `A page names its modules, its workers' and its styles by the version of all pages`() async throws {
        try await fixture.run { client in
            let page = String(buffer: try await get(client, "/track/").body)
            let list = try await get(client, "/api/pages")
            let version = try JSONDecoder().decode(PageList.self, from: Data(buffer: list.body)).version
            let announced = page.matches(of: /modulepreload" href="([^"]+)"/).map { String($0.output.1) }
            let modules = ["track/track.js", "track/parts/far.js", "sightline/worker.js", "sightline/sightline.js"]
            #expect(announced == modules.map { "../@\(version)/\($0)" })
            #expect(page.contains("<link rel=\"preload\" href=\"../@\(version)/sightline/sightline.wasm\" as="))
            #expect(page.contains("<link rel=\"stylesheet\" href=\"../@\(version)/studio/studio.css\">"))
            #expect(page.contains("<script type=\"module\" src=\"../@\(version)/track/track.js\"></script>"))
            #expect(page.contains("<a href=\"../\">home</a>"))
            for module in modules {
                let answer = try await get(client, "/@\(version)/\(module)")
                #expect(answer.status == .ok)
                #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            }
            #expect(try await get(client, "/@\(version)/nowhere.js").status == .notFound)
            #expect(try await get(client, "/@\(version)/../track.js").status.code >= 400)
        }
    }

    @Test func `What another version named is not kept for good, and a changed file has a new version`() async throws {
        try await fixture.run { client in
            let before = String(buffer: try await get(client, "/track/").body)
            let old = try #require(before.firstMatch(of: /@(\w+)\//)).output.1
            try write("export const changed = true;", to: "track/track.js")
            let after = String(buffer: try await get(client, "/track/").body)
            let new = try #require(after.firstMatch(of: /@(\w+)\//)).output.1
            #expect(old != new)
            #expect(!after.contains("far.js"))
            for version in [old, new, "0"] {
                let answer = try await get(client, "/@\(version)/track/track.js")
                #expect(String(buffer: answer.body) == "export const changed = true;")
                #expect(answer.headers[.cacheControl]?.contains("immutable") == (version == new))
            }
        }
    }

    @Test func `The version changes with each file that is sent, and with no other`() async throws {
        let pages = fixture.folder.appending(path: "Web")
        var versions = [PageList(folder: pages).version]
        func expectChange(_ isExpected: Bool, after change: () throws -> Void) throws {
            try change()
            let list = PageList(folder: pages)
            #expect((list.version != versions.last) == isExpected)
            #expect(list.version == PageList.version(of: pages))
            versions.append(list.version)
        }
        try expectChange(true) { try write("export const far = 1;", to: "track/parts/new.js") }
        // As long as before, and within the same second.
        try expectChange(true) { try write("export const far = 2;", to: "track/parts/new.js") }
        try expectChange(true) {
            try FileManager.default.removeItem(at: pages.appending(path: "track/parts/new.js"))
        }
        for other in ["track/.draft.js", ".git/config", "sightline/sightline.wasm.br", "service-worker.js"] {
            try expectChange(false) { try write("other", to: other) }
        }
        let (outside, link) = (fixture.folder.appending(path: "outside.js"), pages.appending(path: "track/link.js"))
        try Data("secret".utf8).write(to: outside)
        try expectChange(false) { try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside) }
        // A folder that cannot be read does not hide the others; root can read each.
        let locked = pages.appending(path: "locked")
        try FileManager.default.createDirectory(at: locked, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked.path)
        #expect(PageList(folder: pages).files.contains("track/track.js"))
        let script = pages.appending(path: "track/track.js").path
        #expect(FileStamp(path: script) != nil)
        #expect(FileStamp(path: script + "\0.css") == nil)
        try await fixture.run { client in
            let answer = try await get(client, "/track/link.js")
            #expect(answer.status == .notFound)
        }
    }

    @Test(arguments: [true, false])
    func `What the build compressed is sent if it is of this file`(isOfThisFile: Bool) async throws {
        let engine = [UInt8]("\0asm".utf8) + [UInt8](repeating: 7, count: 5000)
        let folder = fixture.folder.appending(path: "Web/sightline")
        try Data(engine).write(to: folder.appending(path: "sightline.wasm"))
        // Another quality makes other bytes than the studio itself would.
        let prepared = try #require(quickBrotli(isOfThisFile ? engine : Array(engine.dropLast())))
        try Data(prepared).write(to: folder.appending(path: "sightline.wasm.br"))
        try await fixture.run { client in
            let answer = try await get(client, "/sightline/sightline.wasm", [.acceptEncoding: "br"])
            #expect(([UInt8](buffer: answer.body) == prepared) == isOfThisFile)
            #expect(ContentEncoding.brotli([UInt8](buffer: answer.body), standsFor: engine))
            let list = try await get(client, "/api/pages")
            #expect(!String(buffer: list.body).contains("wasm.br"))
        }
    }

    @Test func `A folder's address gets its slash and keeps its query`() async throws {
        try await fixture.run { client in
            let answer = try await get(client, "/track?recording=desk")
            #expect(answer.status == .movedPermanently)
            #expect(answer.headers[.location] == "/track/?recording=desk")
        }
    }

    @Test func `A module that is being built is asked for again, and nothing else that is missing is`() async throws {
        var configuration = fixture.configuration
        configuration.awaitsEngine = true
        let early = "/@before/sightline/scan.wasm"
        try await fixture.run(with: configuration) { client, _ in
            let wait = try await get(client, early)
            #expect(wait.status == .serviceUnavailable && wait.headers[.retryAfter] == "2")
            #expect(String(buffer: wait.body).contains("engine_not_ready"))
            for other in ["/sightline/late.mjs", "/recordings/none/engine.wasm", "/../sightline/secret.wasm"] {
                #expect(try await get(client, other).status == .notFound, "\(other)")
            }
            // It is there now: whoever asks again gets it, also a page of the time before.
            try write("\0asm", to: "sightline/scan.wasm")
            let module = try await get(client, early)
            #expect(module.status == .ok && module.headers[.contentType] == "application/wasm")
        }
    }

    @Test func `Recordings come in parts, as they are, whatever a browser accepts`() async throws {
        try await fixture.run { client in
            let headers: HTTPFields = [.range: "bytes=2-4", .acceptEncoding: "gzip, br"]
            let part = try await get(client, "/recordings/desk%20walk/mav0/cam0/data.csv", headers)
            #expect(part.status == .partialContent && String(buffer: part.body) == "234")
            #expect(part.headers[.contentEncoding] == nil)
        }
    }

    /// Brotli of the lowest quality.
    private func quickBrotli(_ bytes: [UInt8]) -> [UInt8]? {
        var count = BrotliEncoderMaxCompressedSize(bytes.count)
        var output = [UInt8](repeating: 0, count: count)
        let isDone = BrotliEncoderCompress(0, 18, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, &output)
        return isDone != 0 ? Array(output.prefix(count)) : nil
    }

    private func unpackedGzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        try #require(inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: 1 << 16)
        let status = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
                (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
                return inflate(&stream, Z_FINISH)
            }
        }
        #expect(status == Z_STREAM_END)
        return Array(output.prefix(Int(stream.total_out)))
    }
}

extension HTTPFields {
    fileprivate func merging(_ other: HTTPFields) -> HTTPFields {
        var merged = self
        for field in other { merged[field.name] = field.value }
        return merged
    }
}
