import Geometry

/// Limits of a recording's camera parameters; values beyond them are errors in the file, not lenses.
enum CameraPlausibility {
    /// The largest offset of one device's clocks, seconds; clocks that differ by more are not synchronised.
    static let longestSeconds = 10.0
    /// The largest distance of a camera from the inertial sensor of its device, metres.
    static let longestLeverArm = 100.0
    /// The focal length over the image's longer side: from a field of view of 157° to one of 0.6°.
    private static let focalLengthRange = 0.1...100.0

    /// Why these intrinsics are not possible for a lens; nil if they are.
    static func objection(
        width: Int,
        height: Int,
        focalLengthPixels: Vector2,
        principalPointPixels: Vector2
    ) -> String? {
        let side = Double(max(width, height))
        let size = "an image of \(width) × \(height)"
        for focalLength in [focalLengthPixels.x, focalLengthPixels.y]
        where !focalLengthRange.contains(focalLength / side) {
            return "has a focal length of \(focalLength) pixels, which no lens has for \(size)"
        }
        let offset = principalPointPixels - Vector2(Double(width), Double(height)) / 2
        guard abs(offset.x) <= Double(width), abs(offset.y) <= Double(height) else {
            return "has a principal point far outside \(size)"
        }
        return nil
    }
}
