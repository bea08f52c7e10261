import Geometry
import Imaging

/// The light in a camera's image, so that virtual objects have the same lighting as the room.
public struct RoomLight: Equatable, Sendable {
    /// 1 for an image of medium brightness; less for a dark room, more for a bright one.
    public var intensity: Double
    /// The tint of the light, linear red, green and blue with mean 1.
    public var tint: Vector3

    /// Creates an estimate.
    public init(intensity: Double, tint: Vector3) {
        self.intensity = intensity
        self.tint = tint
    }

    /// A neutral room.
    public static let neutral = RoomLight(intensity: 1, tint: Vector3(1, 1, 1))

    /// The light of a gray image, from a grid of its pixels.
    public init(of image: GrayImage) {
        var sum = 0
        var count = 0
        for y in stride(from: 4, to: image.height, by: 8) {
            for x in stride(from: 4, to: image.width, by: 8) {
                sum += Int(image[x, y])
                count += 1
            }
        }
        let mean = count > 0 ? Double(sum) / Double(count) / 255 : 0.45
        self.init(intensity: Self.intensity(ofMean: mean), tint: Vector3(1, 1, 1))
    }

    /// The light of a colour image: gray-world tint at half strength, since the objects have colours of their own.
    ///
    /// G. Buchsbaum, "A spatial processor model for object colour perception", 1980.
    public init(of image: ColorImage) {
        var sum = Vector3.zero
        var count = 0.0
        for y in stride(from: 4, to: image.height, by: 8) {
            for x in stride(from: 4, to: image.width, by: 8) {
                let i = 4 * (y * image.width + x)
                let bytes = image.bytes
                sum += Vector3(Double(bytes[i]), Double(bytes[i + 1]), Double(bytes[i + 2]))
                count += 1
            }
        }
        guard count > 0, sum.sum() > 0 else {
            self = .neutral
            return
        }
        let mean = sum / (count * 255)
        let tint = mean / (mean.sum() / 3)
        self.init(
            intensity: Self.intensity(ofMean: mean.sum() / 3),
            tint: (1 + tint.clamped(lowerBound: Vector3(repeating: 0.6), upperBound: Vector3(repeating: 1.6))) / 2
        )
    }

    private static func intensity(ofMean mean: Double) -> Double { min(1.35, max(0.45, 0.45 + mean * 1.2)) }
}
