import Geometry
import Imaging
import RealModule
import WorldTracking

/// A picture that people in a call show in the world: on a wall, or upright on a floor or a table.
public struct CallBoard: Sendable {
    /// The limits of `CallBoard`.
    struct Tuning: Sendable {
        /// The width of a board that is placed first.
        ///
        /// Unit: fraction of the image's width there. Range: 0.2…0.8. Origin: by hand.
        var firstWidth = 0.4
        /// The smallest and the largest width.
        ///
        /// Unit: metres. Range: 0.02…10. Origin: by hand: a label, and a wall.
        var widths = 0.05...5.0
        /// The least part of a surface's normal along the vertical at which a board stands upright on it or hangs from it.
        ///
        /// Unit: cosine. Range: 0.5…0.9. Origin: by hand: steeper surfaces are walls.
        var levelNormal = 0.7
        /// The distance before the surface, so that the two are not drawn through each other.
        ///
        /// Unit: metres. Range: 0.001…0.01. Origin: by hand.
        var lift = 0.004
    }

    /// Where it stands.
    private struct Place: Sendable {
        var anchorIdentifier: Int32
        /// Its point on the surface, with the board's axes: +X to its right, +Y up, +Z out of its front.
        var worldFromFoot: RigidTransform<WorldSpace, AnchorSpace>
        /// From the point to the board's middle, heights up: 0 on a wall, ½ on a floor, −½ from a ceiling.
        var rise: Double
        /// Metres.
        var width: Double
    }

    static let tuning = Tuning()
    /// What it shows.
    public internal(set) var picture: ColorImage
    private var place: Place?

    /// A board that stands nowhere yet.
    init(picture: ColorImage) { self.picture = picture }

    /// Its rectangle in the world; nil if it stands nowhere.
    public var rectangle: RectangularPlane? {
        place.map { place in
            let height = place.width * Double(picture.height) / Double(picture.width)
            let middle = place.worldFromFoot * Vector3(0, place.rise * height, Self.tuning.lift)
            return RectangularPlane(
                worldFromRectangle: RigidTransform(rotation: place.worldFromFoot.rotation, translation: middle),
                width: place.width,
                height: height
            )
        }
    }

    /// Stands it where a camera's ray met a surface; it keeps the width that it had.
    mutating func stand(on hit: HitTestResult, seenBy camera: Camera, in world: inout World) {
        let towardsCamera = camera.positionInWorld - hit.pointInWorld
        let normal = dot(hit.normal, towardsCamera) < 0 ? -hit.normal : hit.normal
        let isLevel = abs(normal.y) > Self.tuning.levelNormal
        // On a level surface its front turns to who placed it; a camera straight above has no side.
        let flat = Vector3(towardsCamera.x, 0, towardsCamera.z)
        let back = camera.worldFromCamera.rotation * Vector3(0, -1, 0)
        let front = isLevel ? (flat.length > 0.05 ? flat : Vector3(back.x, 0, back.z)).normalized : normal
        let right = cross(Vector3(0, 1, 0), front).normalized
        let rotation = Rotation(matrix: Matrix3(columns: right, cross(front, right), front))
        let pose = RigidTransform<WorldSpace, AnchorSpace>(rotation: rotation, translation: hit.pointInWorld)
        let across = hit.distance * camera.lens.sizePixels.x / camera.lens.focalLengthPixels.x
        let width = place?.width ?? Self.tuning.firstWidth * across
        remove(from: &world)
        place = Place(
            anchorIdentifier: world.addAnchor(pose, onPlaneOf: hit.anchorIdentifier).identifier,
            worldFromFoot: pose,
            rise: isLevel ? (normal.y > 0 ? 0.5 : -0.5) : 0,
            width: Self.allowed(width)
        )
    }

    /// Multiplies its size, within the limits.
    mutating func scale(by factor: Double) {
        guard factor.isFinite, factor > 0, let width = place?.width else { return }
        place?.width = Self.allowed(width * factor)
    }

    /// Moves it with its anchor; it stands nowhere once the anchor is gone, as after a fresh start of the session.
    mutating func follow(_ world: World) {
        guard var moved = place else { return }
        guard let anchor = world.anchor(moved.anchorIdentifier) else {
            place = nil
            return
        }
        moved.worldFromFoot = anchor.worldFromAnchor
        place = moved
    }

    /// Takes it away from where it stands.
    mutating func remove(from world: inout World) {
        if let place { world.removeAnchor(place.anchorIdentifier) }
        place = nil
    }

    private static func allowed(_ width: Double) -> Double {
        min(tuning.widths.upperBound, max(tuning.widths.lowerBound, width))
    }
}

extension RectangularPlane {
    /// Where a ray meets its front; nil if it misses.
    func point(hitBy ray: Ray) -> Vector3? {
        hit(by: ray).map { worldFromRectangle * Vector3($0.x, $0.y, 0) }
    }
}
