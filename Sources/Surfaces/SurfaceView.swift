import Geometry
import Imaging

/// A picture with its camera, in which a plane's surface is looked at.
public struct SurfaceView: Sendable {
    /// From the optical frame to the world.
    public private(set) var worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    /// The lens of the whole picture.
    public let lens: CameraModel
    private let picture: GrayImage
    /// Half as wide and high as the picture: the means of two by two pixels.
    private let shades: [UInt8]
    /// The square of how far from the axis a corner of the picture looks, one unit before the camera.
    ///
    /// Farther out a lens's polynomial may turn back and put into the picture what it does not show.
    private let farthest: Double
    private let width: Int
    private let height: Int

    /// A view of a picture; the picture must be of the lens's size.
    public init(_ picture: GrayImage, worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>, lens: CameraModel) {
        self.worldFromOptical = worldFromOptical
        self.lens = lens
        self.picture = picture
        let size = lens.sizePixels
        farthest = [.zero, Vector2(size.x, 0), Vector2(0, size.y), size].reduce(0) { farthest, corner in
            let place = lens.normalized(ofPixel: corner)
            return max(farthest, dot(place, place))
        }
        let (width, height) = (picture.width / 2, picture.height / 2)
        (self.width, self.height) = (width, height)
        shades = picture.pixels.withUnsafeBufferPointer { pixels in
            [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
                for y in 0..<height {
                    let upper = 2 * y * picture.width
                    let lower = upper + picture.width
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

    /// Where the camera is, metres.
    var position: Vector3 { worldFromOptical.translation }

    /// Moves with a correction of the world.
    mutating func move(by newFromOld: RigidTransform<WorldSpace, WorldSpace>) {
        worldFromOptical = newFromOld * worldFromOptical
    }

    /// Where the view shows a point, pixels of the half-sized picture; nil near its edge and outside.
    func place(of pointInWorld: Vector3, opticalFromWorld: RigidTransform<OpticalSpace, WorldSpace>) -> SIMD2<Float>? {
        let point = opticalFromWorld * pointInWorld
        guard point.z > 1e-6 else { return nil }
        let normalized = Vector2(point.x, point.y) / point.z
        guard dot(normalized, normalized) < farthest else { return nil }
        let pixel = lens.pixel(ofNormalized: normalized)
        let place = SIMD2<Float>(Float(pixel.x), Float(pixel.y)) * 0.5
        guard place.x > 2, place.y > 2, place.x < Float(width) - 3, place.y < Float(height) - 3 else { return nil }
        return place
    }

    /// Brightness between the pixels, bilinear, at a place inside as `place(of:)` gives it: of the half-sized picture, or of the whole one, which
    /// shows more of what is small.
    func shade(at place: SIMD2<Float>, isWhole: Bool) -> Float {
        isWhole
            ? Self.shade(picture.pixels, width: picture.width, at: 2 * place)
            : Self.shade(shades, width: width, at: place)
    }

    private static func shade(_ shades: [UInt8], width: Int, at place: SIMD2<Float>) -> Float {
        let (x, y) = (place.x - 0.5, place.y - 0.5)
        let (column, row) = (Int(x), Int(y))
        let (fx, fy) = (x - Float(column), y - Float(row))
        let index = row * width + column
        let top = Float(shades[index]) * (1 - fx) + Float(shades[index + 1]) * fx
        let bottom = Float(shades[index + width]) * (1 - fx) + Float(shades[index + width + 1]) * fx
        return top * (1 - fy) + bottom * fy
    }
}
