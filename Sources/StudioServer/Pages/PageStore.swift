import Foundation
import NIOConcurrencyHelpers

/// The pages' files in memory: read again when they change on the disk, and compressed once per encoding.
final class PageStore: Sendable {
    private struct Kept {
        let stamp: FileStamp
        let file: PageFile
        /// The references of the file, if it is a module.
        let references: PageReferences?
    }

    private struct State {
        var files: [String: Kept] = [:]
        var documents: [String: (version: String, file: PageFile)] = [:]
        var compressed: [String: [UInt8]] = [:]
        var version: String?
    }

    private let folder: URL
    private let state = NIOLockedValueBox(State())

    init(folder: URL) { self.folder = folder.resolvingSymlinksInPath().standardizedFileURL }

    /// The entry at a path.
    enum Entry {
        case file(PageFile)
        case folder
    }

    /// The entry at a path below the folder, without a leading slash; nil if there is none.
    ///
    /// An empty path, or one that ends with a slash, is the folder's page. It reads the disk.
    func entry(at path: String) -> Entry? {
        let isFolder = path.isEmpty || path.hasSuffix("/")
        let path = isFolder ? path + "index.html" : path
        if path.hasSuffix(".html") { return document(at: path).map(Entry.file) }
        if let kept = kept(at: path) { return .file(kept.file) }
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: folder.appending(path: path).path,
            isDirectory: &isDirectory
        )
        return exists && isDirectory.boolValue ? .folder : nil
    }

    /// Whether a version is the current one of the pages, so that its files are permanently cacheable.
    func isCurrent(_ version: String) -> Bool {
        state.withLockedValue { $0.version } ?? refreshedVersion() == version
    }

    /// A file's bytes in an encoding; nil if they are not smaller.
    ///
    /// The first call for a file compresses.
    func bytes(of file: PageFile, at path: String, in encoding: ContentEncoding) -> [UInt8]? {
        let name = file.entityTag(encoding)
        if let known = state.withLockedValue({ $0.compressed[name] }) { return known.isEmpty ? nil : known }
        let made = (encoding == .brotli ? prepared(file, at: path) : nil) ?? encoding.compressed(file.bytes) ?? []
        let kept = made.count < file.bytes.count ? made : []
        state.withLockedValue { $0.compressed[name] = kept }
        return kept.isEmpty ? nil : kept
    }

    /// The Brotli bytes that the build stored beside a file, if they belong to this file.
    private func prepared(_ file: PageFile, at path: String) -> [UInt8]? {
        guard let data = try? Data(contentsOf: folder.appending(path: path + PageList.preparedEnding)) else {
            return nil
        }
        let bytes = [UInt8](data)
        return ContentEncoding.brotli(bytes, standsFor: file.bytes) ? bytes : nil
    }

    private func refreshedVersion() -> String {
        let version = PageList.version(of: folder)
        state.withLockedValue { $0.version = version }
        return version
    }

    /// A page, with its modules preloaded in the current version.
    private func document(at path: String) -> PageFile? {
        guard let source = kept(at: path)?.file else { return nil }
        let version = refreshedVersion()
        if let made = state.withLockedValue({ $0.documents[path] }), made.version == version { return made.file }
        let document = PageDocument(
            html: String(decoding: source.bytes, as: UTF8.self),
            path: path,
            modules: modules(neededBy:)
        )
        let file = PageFile(bytes: Array(document.served(inVersion: version).utf8), mediaType: source.mediaType)
        state.withLockedValue { $0.documents[path] = (version, file) }
        return file
    }

    /// A module, its imports, and the modules of its workers, each once.
    private func modules(neededBy path: String) -> [String] {
        var found = [path]
        var next = 0
        while next < found.count {
            let module = found[next]
            next += 1
            guard let references = kept(at: module)?.references else { continue }
            let named = references.imports + references.files.filter { $0.hasSuffix(".js") }
            for target in named.compactMap({ PagePath.resolve($0, from: module) }) where !found.contains(target) {
                if kept(at: target) != nil { found.append(target) }
            }
        }
        return found
    }

    /// A regular file of the folder; read from the disk if it has changed since the last request.
    private func kept(at path: String) -> Kept? {
        let url = folder.appending(path: path)
        guard let stamp = FileStamp(path: url.path) else { return nil }
        let known = state.withLockedValue { $0.files[path] }
        if let known, known.stamp == stamp { return known }
        guard let data = try? Data(contentsOf: url) else { return nil }
        let file = PageFile(bytes: [UInt8](data), mediaType: PageFile.mediaType(of: path))
        let isModule = path.hasSuffix(".js")
        let references = isModule ? PageReferences(module: String(decoding: data, as: UTF8.self)) : nil
        let made = Kept(stamp: stamp, file: file, references: references)
        state.withLockedValue { state in
            for encoding in ContentEncoding.allCases {
                if let known { state.compressed[known.file.entityTag(encoding)] = nil }
            }
            state.files[path] = made
        }
        return made
    }
}
