import Foundation
import Imaging
import RecordingChecks
import Testing

@testable import Recordings

/// Recordings in archives as pages save them, and archives that somebody changed.
@Suite struct StoredArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ bytes: Data, _ name: String = "capture.zip") throws -> String {
        let path = folder.path + "/" + name
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }

    private func error(_ work: () throws -> Void) -> String {
        do {
            try work()
            return ""
        } catch {
            return "\(error)"
        }
    }

    /// The sample recording's files by their paths.
    private func sampleFiles() throws -> (folder: TemporaryFolder, files: [(path: String, content: Data)]) {
        let recording = try SampleRecording.write()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: recording.path).sorted()
        let files = paths.compactMap { path in
            FileManager.default.contents(atPath: recording.path + "/" + path).map { (path: path, content: $0) }
        }
        return (recording, files)
    }

    @Test func `A recording in an archive has the events of its folder, with or without an outer folder`() throws {
        let (recording, files) = try sampleFiles()
        let expected = try SampleRecording.readAll(recording.path)
        for outer in ["", "walk-1/", "a/b/"] {
            let path = try write(SampleArchive.bytes(of: files.map { (path: outer + $0.path, content: $0.content) }))
            #expect(try SampleRecording.readAll(path) == expected)
        }
    }

    @Test func `Nothing is left of an unpacked recording, and its errors name the archive`() throws {
        var (_, files) = try sampleFiles()
        let table = try #require(files.firstIndex { $0.path == "mav0/imu0/data.csv" })
        files[table].content.append(Data("broken\n".utf8))
        let path = try write(SampleArchive.bytes(of: files))
        let message = error { _ = try SampleRecording.readAll(path) }
        #expect(message.hasPrefix(path + "/mav0/imu0/data.csv:"), "\(message)")
        var place: RecordingPlace? = try RecordingPlace(path: path)
        let unpacked = try #require(place?.path)
        #expect(FileManager.default.fileExists(atPath: unpacked + "/mav0"))
        place = nil
        #expect(!FileManager.default.fileExists(atPath: unpacked))
    }

    @Test(
        "An archive writes only below its own folder, and no file twice",
        arguments: [
            ["../outside.jsonl"], ["a/../../outside.jsonl"], ["/tmp/outside.jsonl"], ["a\\..\\outside"], ["a//b"],
            [".hidden"], ["a/.ssh/key"], ["data.jsonl", "data.jsonl"], ["a\u{1B}[2J"],
        ]
    )
    func strangePaths(paths: [String]) throws {
        let path = try write(SampleArchive.bytes(of: paths.map { (path: $0, content: Data("{}".utf8)) }))
        let message = error { _ = try RecordingReader(path: path) }
        #expect(message.contains("the archive has a file of the name"), "\(message)")
        #expect(!FileManager.default.fileExists(atPath: NSTemporaryDirectory() + "outside.jsonl"))
    }

    @Test func `A compressed, a damaged and a cut archive are refused in words`() throws {
        let sound = SampleArchive.bytes(of: [(path: "data.jsonl", content: Data("0123456789".utf8))])
        let head = try #require(sound.range(of: Data([0x50, 0x4b, 1, 2]))?.lowerBound)
        var compressed = sound
        compressed[head + 10] = 8
        #expect(error { _ = try StoredArchive(path: try write(compressed)) }.contains("data.jsonl is compressed"))
        var changed = sound
        changed[30 + "data.jsonl".utf8.count] ^= 1
        let archive = try StoredArchive(path: try write(changed))
        #expect(error { _ = try archive.content(of: archive.entries[0]) }.contains("damaged"))
        #expect(error { _ = try StoredArchive(path: try write(sound.dropLast(30))) }.contains("no ZIP archive"))
        #expect(error { _ = try StoredArchive(path: try write(Data())) }.contains("no ZIP archive"))
    }

    @Test func `Files that lie over each other cannot unpack to more than the archive`() throws {
        let content = Data(repeating: 7, count: 10_000)
        var bytes = SampleArchive.bytes(
            of: (0..<50).map { (path: "frames/\($0).jpg", content: $0 == 0 ? content : Data()) }
        )
        // All entries of the directory get the first one's length and place.
        var at = try #require(bytes.range(of: Data([0x50, 0x4b, 1, 2]))?.lowerBound)
        let first = bytes[at..<(at + 46)]
        for _ in 0..<50 {
            bytes.replaceSubrange((at + 16)..<(at + 28), with: first[(first.startIndex + 16)..<(first.startIndex + 28)])
            bytes.replaceSubrange((at + 42)..<(at + 46), with: first[(first.startIndex + 42)..<(first.startIndex + 46)])
            at += 46 + Int(bytes[at + 28])
        }
        #expect(error { _ = try StoredArchive(path: try write(bytes)) }.contains("damaged"))
    }

    @Test func `A problem report without images says so, and is diagnosed`() throws {
        let path = try write(SampleArchive.report(), "problem.zip")
        #expect(error { _ = try RecordingReader(path: path) }.contains("the problem report has no images"))
        let diagnosis = try RecordingDiagnosis(path: path)
        #expect(diagnosis.report?.page == "/measure/" && diagnosis.imageCount == 0)
        #expect(diagnosis.findings.map(\.kind) == [.reportedFault, .reportedSlowness])
        #expect(diagnosis.findings[0].text.contains("cameraLost"))
    }

    @Test func `A report's tracking is compared with the replay's`() throws {
        let archive = try StoredArchive(path: try write(SampleArchive.report()))
        let report = try ProblemReport(archive: archive, path: "problem.zip")
        func kinds(_ share: Double?) -> [DiagnosisFinding.Kind] {
            ReportFindings(report: report, replayedShare: share).all.map(\.kind)
        }
        #expect(!kinds(0.8).contains(.reportedTracking) && !kinds(nil).contains(.reportedTracking))
        #expect(kinds(0.2).contains(.reportedTracking))
    }

    @Test func `A report's words cannot change a terminal`() {
        #expect(ProblemReport.line("a\u{1B}[2J\nb\u{202E}c") == "a [2J b c")
    }
}
