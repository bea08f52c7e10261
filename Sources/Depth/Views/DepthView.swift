import Geometry
import Imaging

/// A keyframe: an image made free of the lens's distortion and of the rolling shutter's turn, in two sizes, with its pose.
final class DepthView {
    let timestampNanoseconds: Int64
    /// The pose when the middle row was exposed.
    let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    /// The pinhole of the map's size.
    let lens: CameraModel
    /// Twice the map's size.
    let fine: QuadImage
    /// The map's size.
    let coarse: QuadImage
    /// Velocity in the optical axes, m/s; zero for a global shutter.
    let velocityInOptical: Vector3
    /// From the first row's exposure to the last's, seconds; 0 for a global shutter.
    let readoutTime: Double

    /// A view of an image, for a map of `width` × `height`.
    init(
        _ image: GrayImage,
        lens source: CameraModel,
        worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>,
        motion: CameraMotion?,
        timestampNanoseconds: Int64,
        size: SIMD2<Int>
    ) {
        self.timestampNanoseconds = timestampNanoseconds
        self.worldFromOptical = worldFromOptical
        let lens = ViewRectifier.pinhole(source, size: size)
        self.lens = lens
        readoutTime = motion?.readoutTime ?? 0
        velocityInOptical = motion.map { worldFromOptical.rotation.inverse * $0.velocity } ?? .zero
        let rectifier = ViewRectifier(source: source, target: lens.scaled(by: 2), motion: motion)
        let pixels = rectifier.rectified(image)
        let (width, height) = (2 * size.x, 2 * size.y)
        (fine, coarse) = pixels.withUnsafeBufferPointer { fine in
            let base = fine.baseAddress.unsafelyUnwrapped
            var half = [UInt8](repeating: 0, count: size.x * size.y)
            for y in 0..<size.y {
                let upper = base + 2 * y * width
                let lower = upper + width
                for x in 0..<size.x {
                    let sum =
                        UInt16(upper[2 * x]) + UInt16(upper[2 * x + 1]) + UInt16(lower[2 * x])
                        + UInt16(lower[2 * x + 1])
                    half[y * size.x + x] = UInt8((sum + 2) / 4)
                }
            }
            return (
                QuadImage(pixels: base, width: width, height: height),
                half.withUnsafeBufferPointer {
                    QuadImage(pixels: $0.baseAddress.unsafelyUnwrapped, width: size.x, height: size.y)
                }
            )
        }
    }

    /// From this view's frame to another's, by the poses that were given.
    func transform(to other: DepthView) -> RigidTransform<OpticalSpace, OpticalSpace> {
        other.worldFromOptical.inverse * worldFromOptical
    }

    /// The pinhole of either image.
    func lens(isFine: Bool) -> CameraModel { isFine ? lens.scaled(by: 2) : lens }

    /// When a share of the image's height, 0…1, was exposed, seconds from the middle.
    func time(atShare share: Double) -> Double { (min(max(share, 0), 1) - 0.5) * readoutTime }
}
