import Geometry
import WorldTracking

/// A stroke that is being pulled: the start of the gesture, and the current height.
struct StrokePull {
    /// The index of the stroke in the drawing.
    let strokeIndex: Int
    private let point: Vector3
    private let startPixel: Vector2
    private let startHeight: Double

    /// The height for a finger's movement over the whole height of the image, metres.
    private static let fullHeight = 0.4

    /// Starts at a pixel on a point of a stroke; a finger continues from the stroke's height.
    init(strokeIndex: Int, point: Vector3, pixel: Vector2, startHeight: Double) {
        self.strokeIndex = strokeIndex
        self.point = point
        startPixel = pixel
        self.startHeight = startHeight
    }

    /// The height for the tip's position, metres.
    ///
    /// A finger slides over the surface: its movement relative to the image's height counts. A pointer aims at the
    /// height itself.
    func height(at pixel: Vector2, normal: Vector3, camera: Camera, isFinger: Bool) -> Double {
        let metric = Self.height(at: pixel, over: point, normal: normal, camera: camera)
        let share = Self.height(
            movedPixels: startPixel.y - pixel.y,
            imageHeight: Int(camera.lens.sizePixels.y)
        )
        let height = isFinger ? share : metric ?? share
        return max(startHeight, 0) + height
    }

    /// The height for a finger's vertical movement, relative to the image's height.
    static func height(movedPixels: Double, imageHeight: Int) -> Double {
        max(0, fullHeight * movedPixels / Double(max(1, imageHeight)))
    }

    /// The height for a pixel, metres: where its ray is nearest to the normal through a point of the stroke.
    ///
    /// Returns nil if the camera looks along the normal, so that the height is not observable.
    static func height(at pixel: Vector2, over point: Vector3, normal: Vector3, camera: Camera) -> Double? {
        let ray = camera.ray(through: pixel)
        let offset = point - ray.origin
        let cosine = dot(normal, ray.direction)
        let spread = 1 - cosine * cosine
        guard spread > 0.03, pixel.isFinite else { return nil }
        return max(0, (cosine * dot(offset, ray.direction) - dot(offset, normal)) / spread)
    }
}
