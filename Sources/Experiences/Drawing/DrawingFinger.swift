import Geometry
import WorldTracking

/// A finger that draws beside the pen's tip.
struct DrawingFinger: Sendable {
    /// The largest number of further fingers: both hands have ten, and the first is the tip.
    ///
    /// Unit: fingers. Range: 1…9. Origin: a person's hands.
    static let most = 9

    /// Where a finger points.
    enum Aim: Sendable {
        /// At a pixel of the image.
        case pixel(Vector2)
        /// Along a ray of the world.
        case ray(Ray)

        /// The ray, seen by a camera.
        func ray(from camera: Camera) -> Ray {
            switch self {
            case .pixel(let pixel): camera.ray(through: pixel)
            case .ray(let ray): ray
            }
        }

        /// Whether all its numbers are finite.
        var isFinite: Bool {
            switch self {
            case .pixel(let pixel): pixel.isFinite
            case .ray(let ray): ray.origin.isFinite && ray.direction.isFinite
            }
        }
    }

    /// Its number, which the host chose.
    let number: Int32
    /// Where it points.
    var aim: Aim
    /// Its last hit on a surface; nil if there is none.
    var hit: HitTestResult?
    /// The stroke that it draws.
    var stroke: Int32?
}
