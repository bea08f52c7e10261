import Geometry
import Imaging
import RealModule

/// A smooth random pattern that can be drawn moved by any fraction of a pixel: a sum of plane waves and of round spots.
struct Texture {
    private var spots: [(center: Vector2, radius: Double, shade: Double)] = []

    init(seed: UInt64, spotCount: Int = 3000, extent: Double = 1000) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<spotCount {
            let center = Vector2(generator.nextUniform() - 0.25, generator.nextUniform() - 0.25) * extent
            spots.append((center, 1.5 + 4 * generator.nextUniform(), 160 * (generator.nextUniform() - 0.5)))
        }
    }

    /// A pinhole camera of an image's size with its focal length as wide as the image.
    static func camera(width: Int, height: Int) -> CameraModel {
        CameraModel(
            width: width,
            height: height,
            focalLengthPixels: Vector2(Double(width), Double(width)),
            principalPointPixels: Vector2(Double(width), Double(height)) / 2
        )
    }

    /// Brightness of the pattern at every pixel, moved by `offset` pixels.
    func picture(width: Int, height: Int, offset: Vector2 = .zero, gain: Double = 1, bias: Double = 0) -> GrayImage {
        picture(width: width, height: height, gain: gain, bias: bias) { $0 - offset }
    }

    /// Brightness of the pattern, each pixel looked up where `source` says.
    func picture(
        width: Int,
        height: Int,
        gain: Double = 1,
        bias: Double = 0,
        source: (Vector2) -> Vector2
    ) -> GrayImage {
        let grid = Grid(spots: spots)
        var image = GrayImage(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let value = grid.value(at: source(Vector2(Double(x) + 0.5, Double(y) + 0.5)))
                image[x, y] = UInt8(Swift.min(Swift.max((value * gain + bias).rounded(), 0), 255))
            }
        }
        return image
    }

    /// The spots sorted into squares of 32 pixels.
    private struct Grid {
        var cells: [[(center: Vector2, radius: Double, shade: Double)]] = Array(repeating: [], count: 64 * 64)

        init(spots: [(center: Vector2, radius: Double, shade: Double)]) {
            for spot in spots {
                let column = Int((spot.center.x / 32).rounded(.down)) + 32
                let row = Int((spot.center.y / 32).rounded(.down)) + 32
                for y in row - 1...row + 1 {
                    for x in column - 1...column + 1 where (0..<64).contains(x) && (0..<64).contains(y) {
                        cells[y * 64 + x].append(spot)
                    }
                }
            }
        }

        func value(at point: Vector2) -> Double {
            let column = Int((point.x / 32).rounded(.down)) + 32
            let row = Int((point.y / 32).rounded(.down)) + 32
            guard (0..<64).contains(column), (0..<64).contains(row) else { return 128 }
            var sum = 128.0
            for spot in cells[row * 64 + column] {
                let offset = point - spot.center
                sum += spot.shade * .exp(-dot(offset, offset) / (2 * spot.radius * spot.radius))
            }
            return sum
        }
    }
}
