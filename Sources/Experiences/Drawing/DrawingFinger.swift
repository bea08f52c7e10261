import Geometry
import WorldTracking

/// A finger that draws beside the pen's tip.
struct DrawingFinger: Sendable {
    /// The largest number of further fingers: both hands have ten, and the first is the tip.
    ///
    /// Unit: fingers. Range: 1…9. Origin: a person's hands.
    static let most = 9

    /// Its number, which the host chose.
    let number: Int32
    /// Its position in the image, pixels.
    var pixel: Vector2
    /// Its last hit on a surface; nil if there is none.
    var hit: HitTestResult?
    /// The stroke that it draws.
    var stroke: Int32?
}
