import Geometry
import Imaging
import Models
import SceneGraph
import WorldTracking

/// A model that stands in the world on its lowest point.
public struct StandingModel: Sendable {
    /// Constant for as long as the model is placed.
    public let identifier: Int32
    /// The placed model.
    public let model: Model
    /// The model's images, decoded; nil for one that could not be decoded.
    public let images: [ColorImage?]
    /// The anchor that it stands on.
    public internal(set) var anchorIdentifier: Int32
    /// Whether the anchor was added for this model, and is removed with it; an app's own anchor is kept.
    var ownsAnchor = false
    /// Its foot's position in the anchor's axes, metres.
    var footInAnchor = Vector3.zero
    /// The rotation about its vertical, radians, counterclockwise from above.
    public internal(set) var heading = 0.0
    /// The factor from the file's lengths to those shown; 1 is the true size.
    public internal(set) var scale = 1.0
    /// The animation that plays, by its position in `model.animations`; nil if it stands still.
    public internal(set) var animation: Int?
    /// When the animation began, nanoseconds.
    var beganNanoseconds: Int64
    /// The smallest box about the model at rest, metres along the file's axes.
    let bounds: BoundingBox

    /// Its width, height and depth as shown, metres along its own axes.
    public var size: Vector3 { bounds.size * scale }

    /// Its foot, the middle of the bottom of its box, in the file's axes.
    private var footInModel: Vector3 { Vector3(bounds.center.x, bounds.minimum.y, bounds.center.z) }

    /// Its foot's position in the world, metres.
    func footInWorld(on anchor: Anchor) -> Vector3 { anchor.worldFromAnchor * footInAnchor }

    /// The file's axes in the world.
    func worldFromModel(on anchor: Anchor) -> Transform {
        let rotation = anchor.worldFromAnchor.rotation * Rotation(angle: heading, axis: Vector3(0, 1, 0))
        return Transform(
            translation: footInWorld(on: anchor) - rotation * (footInModel * scale),
            rotation: rotation,
            scale: Vector3(repeating: scale)
        )
    }

    /// The distance along a ray of the world to its box; nil if the ray misses it.
    func distance(along ray: Ray, on anchor: Anchor) -> Double? {
        guard let modelFromWorld = worldFromModel(on: anchor).affine.inverse else { return nil }
        let local = Ray(
            origin: modelFromWorld * ray.origin,
            direction: (modelFromWorld.linear * ray.direction).normalized
        )
        return bounds.entry(ofRayFrom: local.origin, along: local.direction).map { $0 * scale }
    }

    /// The moment of its animation at a time, seconds; the animation repeats.
    func seconds(at timestampNanoseconds: Int64) -> Double {
        guard let animation else { return 0 }
        let duration = model.animations[animation].duration
        let elapsed = Double(timestampNanoseconds - beganNanoseconds) * 1e-9
        return duration > 0 ? elapsed.truncatingRemainder(dividingBy: duration) : 0
    }
}
