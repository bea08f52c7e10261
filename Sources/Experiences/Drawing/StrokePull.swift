import Geometry
import WorldTracking

/// A stroke that is being pulled out of its surface: where the gesture began, and which height the tip means now.
struct StrokePull {
    /// The index of the stroke in the drawing.
    let strokeIndex: Int
    private let point: Vector3
    private let startPixel: Vector2
    private let startHeight: Double

    /// Height that a finger's movement over the whole height of the image pulls, metres.
    private static let fullHeight = 0.4

    /// Begins at a pixel that touches a point of a stroke; a finger goes on from the height that the stroke has.
    init(strokeIndex: Int, point: Vector3, pixel: Vector2, startHeight: Double) {
        self.strokeIndex = strokeIndex
        self.point = point
        startPixel = pixel
        self.startHeight = startHeight
    }

    /// The height that the tip means, metres.
    ///
    /// A finger slides over the surface: its share of the image's height counts. A pointer is aimed at the height
    /// itself.
    func height(at pixel: Vector2, normal: Vector3, camera: Camera, isFinger: Bool) -> Double {
        let metric = Self.height(at: pixel, over: point, normal: normal, camera: camera)
        let share = Self.height(
            movedPixels: startPixel.y - pixel.y,
            imageHeight: Int(camera.lens.sizePixels.y)
        )
        let height = isFinger ? share : metric ?? share
        return max(startHeight, 0) + height
    }

    /// The height that a finger's vertical movement means: by its share of the image.
    static func height(movedPixels: Double, imageHeight: Int) -> Double {
        max(0, fullHeight * movedPixels / Double(max(1, imageHeight)))
    }

    /// The height that a pixel means, metres: where its ray passes the line along the normal at a point of the stroke.
    ///
    /// Nil if the camera looks along the normal, so that height cannot be seen.
    static func height(at pixel: Vector2, over point: Vector3, normal: Vector3, camera: Camera) -> Double? {
        let ray = camera.ray(through: pixel)
        let offset = point - ray.origin
        let cosine = dot(normal, ray.direction)
        let spread = 1 - cosine * cosine
        guard spread > 0.03, pixel.isFinite else { return nil }
        return max(0, (cosine * dot(offset, ray.direction) - dot(offset, normal)) / spread)
    }
}
