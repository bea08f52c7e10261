import Geometry
import Imaging

/// A thumbnail of a poster: its image on a small square, normalised in brightness and contrast.
struct PosterGlance: Sendable {
    private static let side = 32
    /// Samples along a side of one of the square's cells.
    private static let samples = 2
    /// The minimum contrast, gray levels.
    private static let leastContrast: Float = 5

    private let values: [Float]

    /// The image between four corners, the first the poster's top left; nil if it has no contrast or is outside the
    /// image.
    init?(_ image: GrayImage, corners: [Vector2]) {
        let end = Double(Self.side)
        let square = [Vector2(0, 0), Vector2(end, 0), Vector2(end, end), Vector2(0, end)]
        guard let imageFromSquare = Homography(from: square, to: corners) else { return nil }
        var values: [Float] = []
        values.reserveCapacity(Self.side * Self.side)
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                guard let value = Self.mean(image, imageFromSquare, column, row) else { return nil }
                values.append(value)
            }
        }
        let mean = values.reduce(0, +) / Float(values.count)
        var energy: Float = 0
        for index in values.indices {
            values[index] -= mean
            energy += values[index] * values[index]
        }
        guard energy > Self.leastContrast * Self.leastContrast * Float(values.count) else { return nil }
        let scale = 1 / energy.squareRoot()
        self.values = values.map { $0 * scale }
    }

    /// The correlation of two thumbnails, −1…1.
    func similarity(_ other: PosterGlance) -> Double {
        var sum: Float = 0
        for index in values.indices { sum += values[index] * other.values[index] }
        return Double(sum)
    }

    /// The mean gray of one of the square's cells; nil outside the image.
    private static func mean(_ image: GrayImage, _ map: Homography, _ column: Int, _ row: Int) -> Float? {
        var sum: Float = 0
        for sample in 0..<samples * samples {
            let x = Double(column) + (Double(sample % samples) + 0.5) / Double(samples)
            let y = Double(row) + (Double(sample / samples) + 0.5) / Double(samples)
            guard let position = map(Vector2(x, y)), position.x >= 0, position.y >= 0,
                position.x < Double(image.width), position.y < Double(image.height)
            else { return nil }
            sum += Float(image[Int(position.x), Int(position.y)])
        }
        return sum / Float(samples * samples)
    }
}
