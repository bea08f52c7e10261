/// A camera's lens: the way from a point in the optical frame to a pixel and back.
///
/// Sources: D. Brown, "Close-range camera calibration", 1971; J. Kannala, S. Brandt, "A generic camera model and
/// calibration method", 2006. Pixels have their origin at the top left corner, the first pixel's centre at (0.5, 0.5).
public struct CameraModel: Equatable, Sendable {
    /// Width of the image in pixels.
    public var width: Int
    /// Height of the image in pixels.
    public var height: Int
    /// The focal lengths in x and y, pixels.
    public var focalLengthPixels: Vector2
    /// Where the optical axis meets the image, pixels.
    public var principalPointPixels: Vector2
    /// How the lens bends the image.
    public var distortion: Distortion

    /// A camera by its intrinsic parameters.
    public init(
        width: Int,
        height: Int,
        focalLengthPixels: Vector2,
        principalPointPixels: Vector2,
        distortion: Distortion = .none
    ) {
        self.width = width
        self.height = height
        self.focalLengthPixels = focalLengthPixels
        self.principalPointPixels = principalPointPixels
        self.distortion = distortion
    }

    /// The size of the image, pixels.
    public var sizePixels: Vector2 { Vector2(Double(width), Double(height)) }

    /// Whether a pixel lies in the image.
    public func contains(_ pixel: Vector2) -> Bool {
        pixel.x >= 0 && pixel.y >= 0 && pixel.x < Double(width) && pixel.y < Double(height)
    }

    /// The pixel of a point in the optical frame; nil if the point is not in front of the camera.
    public func pixel(of pointInOptical: Vector3) -> Vector2? {
        guard pointInOptical.z > 1e-6 else { return nil }
        return pixel(ofNormalized: Vector2(pointInOptical.x, pointInOptical.y) / pointInOptical.z)
    }

    /// The pixel of a point on the plane one unit before the camera, (x/z, y/z).
    public func pixel(ofNormalized point: Vector2) -> Vector2 {
        distorted(point) * focalLengthPixels + principalPointPixels
    }

    /// The point on the plane one unit before the camera that a pixel shows, (x/z, y/z).
    public func normalized(ofPixel pixel: Vector2) -> Vector2 {
        undistorted((pixel - principalPointPixels) / focalLengthPixels)
    }

    /// The direction of a pixel in the optical frame, of length 1.
    public func direction(ofPixel pixel: Vector2) -> Vector3 {
        let point = normalized(ofPixel: pixel)
        return Vector3(point.x, point.y, 1).normalized
    }

    /// The same lens for an image scaled by a factor.
    public func scaled(by factor: Double) -> CameraModel {
        CameraModel(
            width: Int((Double(width) * factor).rounded()),
            height: Int((Double(height) * factor).rounded()),
            focalLengthPixels: focalLengthPixels * factor,
            principalPointPixels: principalPointPixels * factor,
            distortion: distortion
        )
    }
}
