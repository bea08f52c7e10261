import Foundation
import NIOCore
import Testing

@testable import StudioServer

@Suite struct CaptureFolderTests {
    let captures = CaptureFolder(
        folder: FileManager.default.temporaryDirectory.appending(path: "captures-\(UUID().uuidString)")
    )

    private func body(_ parts: String...) -> AsyncThrowingStream<ByteBuffer, any Error> {
        AsyncThrowingStream { stream in
            for part in parts { stream.yield(ByteBuffer(string: part)) }
            stream.finish()
        }
    }

    @Test("A capture appears when all of it is there, and not before")
    func whole() async throws {
        try await captures.write(body("{", "}\n"), as: "data.jsonl", of: "walk-1")
        #expect(throws: CaptureError.incomplete) { try captures.complete("walk-1") }
        try await captures.write(body("{}"), as: "calibration.json", of: "walk-1")
        try await captures.write(body("video"), as: "data.webm", of: "walk-1")
        #expect(!captures.has("walk-1"))
        try captures.complete("walk-1")
        let lines = try String(contentsOf: captures.folder.appending(path: "walk-1/data.jsonl"), encoding: .utf8)
        #expect(lines == "{}\n")
        #expect(RecordingLibrary(folders: [], captures: captures.folder).entry(named: "walk-1")?.layout == .lines)
    }

    @Test("A name is given once")
    func once() async throws {
        for _ in 0..<2 {
            for file in ["data.jsonl", "calibration.json", "frames/000000.jpg"] {
                try await captures.write(body("{}"), as: file, of: "again")
            }
            if captures.has("again") {
                #expect(throws: CaptureError.taken) { try captures.complete("again") }
            } else {
                try captures.complete("again")
            }
        }
    }

    @Test(
        "Names and files that lead elsewhere are none",
        arguments: [
            "", "..", "a/b", "-x", "a b", "../data.jsonl", ".gathering", String(repeating: "n", count: 61),
        ]
    )
    func strangeNames(name: String) {
        #expect(!CaptureFolder.isName(name) && !CaptureFolder.isFile(name))
    }

    @Test("Only a capture's own files are taken")
    func files() {
        for file in ["data.jsonl", "calibration.json", "data.webm", "data.mkv", "frames/000012.jpg"] {
            #expect(CaptureFolder.isFile(file))
        }
        for file in ["frames/../x.jpg", "frames/1.png", "data.sh", "frames/.jpg", "frames/1234567890.jpg"] {
            #expect(!CaptureFolder.isFile(file))
        }
    }
}
