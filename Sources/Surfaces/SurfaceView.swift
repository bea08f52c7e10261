import Geometry
import Imaging

/// An image with its camera, which shows planes' surfaces.
public struct SurfaceView: Sendable {
    /// From the optical frame to the world.
    public private(set) var worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    /// The lens of the whole image.
    public let lens: CameraModel
    private let image: GrayImage
    /// Half as wide and high as the image: the means of two by two pixels.
    private let shades: [UInt8]
    /// The largest squared distance of the image's corners from the optical axis, at unit depth.
    ///
    /// Farther out a lens's polynomial may turn back and project points into the image that it does not show.
    private let farthest: Double
    private let width: Int
    private let height: Int

    /// A view of an image, which must be of the lens's size.
    public init(_ image: GrayImage, worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>, lens: CameraModel) {
        self.worldFromOptical = worldFromOptical
        self.lens = lens
        self.image = image
        let size = lens.sizePixels
        farthest = [.zero, Vector2(size.x, 0), Vector2(0, size.y), size].reduce(0) { farthest, corner in
            let position = lens.normalized(ofPixel: corner)
            return max(farthest, dot(position, position))
        }
        let (width, height) = (image.width / 2, image.height / 2)
        (self.width, self.height) = (width, height)
        shades = image.pixels.withUnsafeBufferPointer { pixels in
            [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
                for y in 0..<height {
                    let upper = 2 * y * image.width
                    let lower = upper + image.width
                    for x in 0..<width {
                        let top = UInt16(pixels[upper + 2 * x]) + UInt16(pixels[upper + 2 * x + 1])
                        let bottom = UInt16(pixels[lower + 2 * x]) + UInt16(pixels[lower + 2 * x + 1])
                        target[y * width + x] = UInt8((top + bottom + 2) >> 2)
                    }
                }
                count = width * height
            }
        }
    }

    /// The position of the camera, metres.
    var position: Vector3 { worldFromOptical.translation }

    /// Where the view shows a point, pixels of the half-sized image; nil near its edge and outside.
    func position(of pointInWorld: Vector3, opticalFromWorld: RigidTransform<OpticalSpace, WorldSpace>) -> SIMD2<Float>?
    {
        let point = opticalFromWorld * pointInWorld
        guard point.z > 1e-6 else { return nil }
        let normalized = Vector2(point.x, point.y) / point.z
        guard dot(normalized, normalized) < farthest else { return nil }
        let pixel = lens.pixel(ofNormalized: normalized)
        let position = SIMD2<Float>(Float(pixel.x), Float(pixel.y)) * 0.5
        guard position.x > 2, position.y > 2, position.x < Float(width) - 3, position.y < Float(height) - 3 else {
            return nil
        }
        return position
    }

    /// Brightness between the pixels, bilinear, at a position inside as `position(of:)` returns it: of the half-sized
    /// image, or of the whole one, which shows more of what is small.
    func shade(at position: SIMD2<Float>, isWhole: Bool) -> Float {
        isWhole
            ? Self.shade(image.pixels, width: image.width, at: 2 * position)
            : Self.shade(shades, width: width, at: position)
    }

    private static func shade(_ shades: [UInt8], width: Int, at position: SIMD2<Float>) -> Float {
        let (x, y) = (position.x - 0.5, position.y - 0.5)
        let (column, row) = (Int(x), Int(y))
        let (fx, fy) = (x - Float(column), y - Float(row))
        let index = row * width + column
        let top = Float(shades[index]) * (1 - fx) + Float(shades[index + 1]) * fx
        let bottom = Float(shades[index + width]) * (1 - fx) + Float(shades[index + width + 1]) * fx
        return top * (1 - fy) + bottom * fy
    }
}
