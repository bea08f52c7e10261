import Foundation
import HTTPTypes
import NIOCore
import Recordings

/// The disk quota of problem reports.
///
/// Sizes in bytes.
package struct ProblemReportQuota: Sendable, Equatable {
    /// One report.
    ///
    /// A page keeps 24 MiB of images at most.
    package var report: Int64 = 40 << 20
    /// The number of reports received within a day.
    package var dayReports = 30
    /// All reports received within a day.
    package var day: Int64 = 500 << 20
    /// All reports together.
    package var total: Int64 = 4 << 30
    /// The space that must stay free on the disk for other programs.
    package var free: Int64 = 1 << 30

    /// Creates the default quota.
    package init() {}
}

/// The problem reports on the disk, one archive each. Only this actor counts them, so that parallel uploads cannot exceed
/// a limit together.
actor ProblemReportStore {
    nonisolated let quota: ProblemReportQuota
    private let folder: URL
    /// The bytes that uploads under way may still take, by their identifiers.
    private var reserved: [String: Int64] = [:]

    private nonisolated var receiving: URL { folder.appending(path: ".receiving") }

    /// The store in a folder, which exists; incomplete uploads of an earlier run are deleted.
    init(folder: URL, quota: ProblemReportQuota) throws {
        (self.folder, self.quota) = (folder, quota)
        let receiving = folder.appending(path: ".receiving")
        try? FileManager.default.removeItem(at: receiving)
        try FileManager.default.createDirectory(at: receiving, withIntermediateDirectories: false)
    }

    /// A report for the owner's list.
    struct Entry: Codable, Sendable, Equatable {
        let identifier: String
        let receivedAt: Date
        let bytes: Int64
        /// The path of the page, such as `/measure/`.
        let page: String
        /// What the person wrote.
        let text: String
        /// The device and the browser, as the browser names them.
        let device: String
    }

    /// Stores a body as a report; `length` is its stated length, nil if the sender does not state it.
    ///
    /// - Throws: `StudioError` 413, 422, 429 or 507 with the reason; nothing is left of the body then.
    nonisolated func receive(
        _ body: some AsyncSequence<ByteBuffer, any Error> & Sendable,
        length: Int64?
    ) async throws -> Entry {
        let identifier = try await reserve(length)
        let file = receiving.appending(path: identifier)
        do {
            try await write(body, to: file, most: length ?? quota.report)
            let entry = try Self.entry(identifier, at: file)
            try await keep(file, as: identifier)
            return entry
        } catch {
            try? FileManager.default.removeItem(at: file)
            await release(identifier)
            throw error
        }
    }

    /// All reports, the newest first; files that are no reports are left out.
    func all() -> [Entry] {
        files().compactMap { try? Self.entry($0.identifier, at: url(of: $0.identifier)) }
            .sorted { ($1.receivedAt, $1.identifier) < ($0.receivedAt, $0.identifier) }
    }

    /// The archive of a report; nil if there is none.
    nonisolated func archive(of identifier: String) -> URL? {
        guard Self.isIdentifier(identifier) else { return nil }
        let url = url(of: identifier)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// Deletes a report; returns false if there is none.
    func delete(_ identifier: String) throws -> Bool {
        guard let url = archive(of: identifier) else { return false }
        try FileManager.default.removeItem(at: url)
        return true
    }

    /// The used and the remaining space, for the owner's page.
    var usage: RecordStorage.Usage {
        let used = files().reduce(0) { $0 + $1.bytes }
        return RecordStorage.Usage(usedBytes: used, limitBytes: quota.total, freeBytes: freeBytes)
    }

    /// Whether a text can be a report's identifier: hexadecimal digits.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 24 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    // MARK: Receiving

    /// Reserves space for an upload, and returns its identifier.
    private func reserve(_ length: Int64?, now: Date = Date()) throws(StudioError) -> String {
        let bytes = length ?? quota.report
        guard bytes <= quota.report else { throw Self.tooLarge(quota.report) }
        let stored = files()
        let today = stored.filter { now.timeIntervalSince($0.receivedAt) < 86_400 }
        let waiting = reserved.values.reduce(0, +)
        guard today.count + reserved.count < quota.dayReports,
            today.reduce(waiting + bytes, { $0 + $1.bytes }) <= quota.day
        else { throw Self.dayFull }
        guard stored.reduce(waiting + bytes, { $0 + $1.bytes }) <= quota.total else { throw Self.full }
        if let freeBytes, freeBytes - waiting - bytes < quota.free { throw StorageFull.fault }
        let identifier = RandomText.hexadecimal(bytes: 12)
        reserved[identifier] = bytes
        return identifier
    }

    private func release(_ identifier: String) { reserved[identifier] = nil }

    private func keep(_ file: URL, as identifier: String) throws {
        try FileManager.default.moveItem(at: file, to: url(of: identifier))
        reserved[identifier] = nil
    }

    private nonisolated func write(
        _ body: some AsyncSequence<ByteBuffer, any Error> & Sendable,
        to file: URL,
        most: Int64
    ) async throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: attributes) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var count: Int64 = 0
        for try await part in body {
            count += Int64(part.readableBytes)
            guard count <= most else { throw Self.tooLarge(quota.report) }
            try handle.write(contentsOf: Data(part.readableBytesView))
        }
    }

    /// The entry of an archive; throws 422 if it is no problem report, or has a file that such a report does not have.
    private static func entry(_ identifier: String, at file: URL) throws -> Entry {
        let archive: StoredArchive
        let report: ProblemReport
        do {
            archive = try StoredArchive(path: file.path)
            report = try ProblemReport(archive: archive, path: file.path)
        } catch {
            throw unsound
        }
        guard archive.entries.allSatisfy({ isFile($0.path) }) else { throw unsound }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        func short(_ text: String) -> String { String(ProblemReport.line(text).prefix(500)) }
        return Entry(
            identifier: identifier,
            receivedAt: attributes[.modificationDate] as? Date ?? Date(),
            bytes: (attributes[.size] as? NSNumber)?.int64Value ?? 0,
            page: short(report.page),
            text: short(report.text),
            device: short(report.deviceName)
        )
    }

    /// Whether a report may have a file: those of a capture, the report itself and the page's path, in one folder.
    private static func isFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, CaptureFolder.isName(parts[0]) else { return false }
        return [ProblemReport.fileName, "trajectory.tum"].contains(parts[1]) || CaptureFolder.isFile(parts[1])
    }

    // MARK: Disk

    private struct StoredFile {
        let identifier: String
        let receivedAt: Date
        let bytes: Int64
    }

    private nonisolated func url(of identifier: String) -> URL { folder.appending(path: identifier + ".zip") }

    private func files() -> [StoredFile] {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: Array(keys),
            options: .skipsHiddenFiles
        )
        return (found ?? []).compactMap { file in
            let identifier = file.deletingPathExtension().lastPathComponent
            guard file.pathExtension == "zip", Self.isIdentifier(identifier),
                let values = try? file.resourceValues(forKeys: keys)
            else { return nil }
            let receivedAt = values.contentModificationDate ?? .distantPast
            return StoredFile(identifier: identifier, receivedAt: receivedAt, bytes: Int64(values.fileSize ?? 0))
        }
    }

    private var freeBytes: Int64? { StorageFull.freeBytes(at: folder) }

    // MARK: Refusals

    private static func tooLarge(_ most: Int64) -> StudioError {
        StudioError(.contentTooLarge, code: "too_large", "A problem report may have \(most >> 20) MiB at most.")
    }

    private static let unsound = StudioError(
        .unprocessableContent,
        code: "no_report",
        "These bytes are no problem report of Sightline's."
    )

    private static let dayFull = StudioError(
        .tooManyRequests,
        code: "report_quota",
        "The studio has received its problem reports for today. Save the file, and send it tomorrow.",
        retryAfter: 3_600
    )

    private static let full = StudioError(
        .init(code: 507, reasonPhrase: "Insufficient Storage"),
        code: "reports_full",
        "The space for problem reports is used up. The owner can delete some.",
        retryAfter: 3_600
    )
}
