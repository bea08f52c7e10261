import Foundation

/// A box in an image's pixels: left, top, width, height.
public struct FollowedBox: Equatable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// Width.
    public var width: Double
    /// Height.
    public var height: Double

    /// Creates a box.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The intersection over the union of both areas, 0…1.
    public func overlap(_ other: FollowedBox) -> Double {
        let w = min(x + width, other.x + other.width) - max(x, other.x)
        let h = min(y + height, other.y + other.height) - max(y, other.y)
        guard w > 0, h > 0 else { return 0 }
        return w * h / (width * height + other.width * other.height - w * h)
    }

    /// The distance of the centres, pixels.
    public func distance(_ other: FollowedBox) -> Double {
        hypot(x + width / 2 - other.x - other.width / 2, y + height / 2 - other.y - other.height / 2)
    }

    /// Reads boxes of a text file, one per line, four numbers separated by commas, tabs or spaces (the OTB layout).
    public static func read(path: String) throws(RecordingError) -> [FollowedBox] {
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw .unreadable(file: path, reason: "no such file, or not text")
        }
        var boxes: [FollowedBox] = []
        for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
            let fields = line.split { ", \t".contains($0) }
            let numbers = fields.compactMap { Double($0) }.filter(\.isFinite)
            guard fields.count == 4, numbers.count == 4 else {
                throw .badData(file: path, line: index + 1, reason: "a box is four numbers: x, y, width, height")
            }
            boxes.append(FollowedBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
        return boxes
    }
}
