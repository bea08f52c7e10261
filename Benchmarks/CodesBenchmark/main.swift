import Codes
import Foundation
import Geometry
import Imaging

// Reads codes in the PGM files of the arguments and prints a JSON object for each code, one a line.

/// Reads a binary PGM file of eight bits.
func readPGM(_ path: String) -> GrayImage {
    guard let data = FileManager.default.contents(atPath: path) else { fatalError("cannot read \(path)") }
    var at = 2
    var numbers: [Int] = []
    while numbers.count < 3 {
        while data[at] <= 32 { at += 1 }
        var value = 0
        while data[at] > 32 {
            value = value * 10 + Int(data[at]) - 48
            at += 1
        }
        numbers.append(value)
    }
    return GrayImage(width: numbers[0], height: numbers[1], pixels: [UInt8](data[(at + 1)...]))
}

func cpuMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

var detector = CodeDetector()
for argument in CommandLine.arguments.dropFirst() {
    switch argument {
    case "--qr": detector.options.kinds = .qr
    case "--april": detector.options.kinds = .aprilTag36h11
    default:
        let image = readPGM(argument)
        let start = cpuMilliseconds()
        let codes = detector.detect(in: image)
        let milliseconds = cpuMilliseconds() - start
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
