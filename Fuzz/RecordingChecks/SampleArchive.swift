import Foundation
import Recordings

/// An uncompressed archive of files, as a page writes it, for tests and as the fuzzer's input.
public enum SampleArchive {
    /// The bytes of an archive of files by their paths, in order.
    public static func bytes(of files: [(path: String, content: Data)]) -> Data {
        var (body, directory) = (Data(), Data())
        for (path, content) in files {
            let name = Data(path.utf8)
            let shared =
                number(20, 2) + number(0x800, 2) + number(0, 2) + number(0x21 << 16, 4)
                + number(Int(CRC32.of(content)), 4) + number(content.count, 4) + number(content.count, 4)
                + number(name.count, 2) + number(0, 2)
            directory += number(0x0201_4b50, 4) + number(20, 2) + shared + number(0, 2) + number(0, 2) + number(0, 2)
            directory += number(0, 4) + number(body.count, 4) + name
            body += number(0x0403_4b50, 4) + shared + name + content
        }
        let end =
            number(0x0605_4b50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
            + number(directory.count, 4) + number(body.count, 4) + number(0, 2)
        return body + directory + end
    }

    /// A problem report of a recording with so many images, which are one byte each, in the folder `problem-1`.
    public static func report(images: Int = 0, text: String = "It jumps.") -> Data {
        let said = """
            {"version": 1, "madeAt": "2026-11-26T10:00:00Z", "page": "/measure/", "text": "\(text)", "source": "camera",
            "isFromStart": true, "device": {"device": "Pixel 7, Android 14", "browser": "Chrome 130"}, "missing": [],
            "figures": {"frames": 200, "trackedShare": 0.9, "engineMedian": 6.1, "engineHigh": 48.5},
            "log": [{"seconds": 1.5, "kind": "fault", "text": "cameraLost: The camera was lost."}]}
            """
        let frames = (0..<images).map {
            (path: "problem-1/frames/\($0).jpg", content: Data([UInt8(truncatingIfNeeded: $0)]))
        }
        let lines = images == 0 ? [] : [(path: "problem-1/data.jsonl", content: Data("{}\n".utf8))]
        return bytes(of: [(path: "problem-1/problem-report.json", content: Data(said.utf8))] + lines + frames)
    }

    private static func number(_ value: Int, _ length: Int) -> Data {
        Data((0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }
}
