import Foundation

/// Signal strengths received at known distances by one phone in one run: `time,rssi,distance` with whole seconds, dBm
/// and cm.
struct DistanceLog {
    struct Packet {
        var nanoseconds: Int64
        var rssi: Double
        var distance: Double
    }

    var name: String
    var packets: [Packet]

    /// All logs of a folder that hold packets, by name.
    static func all(in directory: String) throws -> [DistanceLog] {
        try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".csv") }
            .sorted()
            .map { try DistanceLog(path: directory + "/" + $0) }
            .filter { !$0.packets.isEmpty }
    }

    init(path: String) throws {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw BenchmarkError.unreadable(file: path)
        }
        name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        packets = []
        for (index, line) in text.split(whereSeparator: \.isNewline).enumerated().dropFirst() {
            let fields = line.split(separator: ",")
            guard fields.count == 3, let seconds = Self.seconds(fields[0]), let rssi = Double(fields[1]),
                let centimetres = Double(fields[2].trimmingCharacters(in: .whitespaces))
            else { throw BenchmarkError.malformed(file: path, line: index + 1) }
            packets.append(Packet(nanoseconds: seconds * 1_000_000_000, rssi: rssi, distance: centimetres / 100))
        }
        packets.sort { $0.nanoseconds < $1.nanoseconds }
    }

    /// The run: phones A and B received each other in the same one.
    var run: String { String(name.prefix { $0 != "-" }) + name.dropFirst(8).prefix(5) }

    /// The power that a guided calibration at 1 m, moved by 5 cm to and fro, would give.
    var calibratedPower: Double {
        let near = Dictionary(grouping: packets.filter { (0.95...1.05).contains($0.distance) }, by: \.distance)
        guard !near.isEmpty else { return -59 }
        let means = near.values.map { packets in packets.reduce(0) { $0 + $1.rssi } / Double(packets.count) }
        return means.reduce(0, +) / Double(means.count)
    }

    /// Seconds of a civil time since 1970 (after Hinnant, "chrono-compatible low-level date algorithms").
    private static func seconds(_ text: some StringProtocol) -> Int64? {
        let numbers = text.split { " -:".contains($0) }.compactMap { Int64($0) }
        guard numbers.count == 6 else { return nil }
        let shifted = (year: numbers[1] > 2 ? numbers[0] : numbers[0] - 1, month: (numbers[1] + 9) % 12)
        let days =
            shifted.year * 365 + shifted.year / 4 - shifted.year / 100 + shifted.year / 400
            + (shifted.month * 306 + 5) / 10 + numbers[2] - 719_469
        return ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
    }
}

/// A recording that cannot be read.
enum BenchmarkError: Error {
    /// Bad text, with its file and line.
    case malformed(file: String, line: Int)
    /// A file that is not there or not text.
    case unreadable(file: String)
}
