import BenchmarkSupport
import Codes
import Foundation
import Geometry
import Imaging

// Reads codes in the PGM files of the arguments and prints a JSON object for each code, one a line.

var detector = CodeDetector()
for argument in CommandLine.arguments.dropFirst() {
    switch argument {
    case "--qr": detector.options.kinds = .qr
    case "--april": detector.options.kinds = .aprilTag36h11
    default:
        let file = NetpbmFile(path: argument)
        let image = GrayImage(width: file.width, height: file.height, pixels: file.bytes)
        let start = processorMilliseconds()
        let codes = detector.detect(in: image)
        let milliseconds = processorMilliseconds() - start
        let found: [[String: Any]] = codes.map { code in
            var entry: [String: Any] = [
                "corners": (0..<4).map { [code.corners[$0].x, code.corners[$0].y] }, "sigma": code.cornerSigma,
                "mirrored": code.isMirrored, "light": code.isLightOnDark,
            ]
            switch code.content {
            case .qr(let content):
                entry["text"] = content.text ?? ""
                entry["bytes"] = content.bytes.map { Int($0) }
                entry["version"] = content.version
                entry["corrected"] = content.correctedCodewords
            case .aprilTag36h11(let id, let corrected):
                entry["id"] = id
                entry["corrected"] = corrected
            }
            return entry
        }
        let report: [String: Any] = ["image": argument, "milliseconds": milliseconds, "codes": found]
        guard let line = try? JSONSerialization.data(withJSONObject: report, options: [.sortedKeys]) else {
            fatalError("no report")
        }
        print(String(decoding: line, as: UTF8.self))
    }
}
