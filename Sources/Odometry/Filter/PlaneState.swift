import Geometry

/// A flat surface of the state: the points X of the odometry's world with n · X = d.
///
/// Its error is two turns and an offset: n = exp(ε₁ u + ε₂ v) n̂, d = d̂ + δ. The axes u and v stay what they were when
/// it was taken up (first-estimate Jacobians).
struct PlaneState: Equatable {
    /// Whether the slot holds a plane.
    private(set) var isUsed = false
    /// The identifier of its surface.
    private(set) var identifier: Int32 = -1
    /// n, a unit vector.
    private(set) var normal = Vector3(0, 0, 1)
    /// d, metres.
    private(set) var offset = 0.0
    /// u and v: unit vectors at right angles to the first normal; turns about u change how the plane lies against
    /// gravity.
    private(set) var axes = (u: Vector3(1, 0, 0), v: Vector3(0, 1, 0))
    /// The number of its landmarks, and of consecutive ones that do not fit.
    private(set) var heldCount = 0
    private(set) var outliersInRow = 0

    static func == (a: PlaneState, b: PlaneState) -> Bool {
        a.isUsed == b.isUsed && a.identifier == b.identifier && a.normal == b.normal && a.offset == b.offset
    }

    /// A plane newly taken up.
    init(of surface: FlatSurface) {
        isUsed = true
        identifier = surface.identifier
        normal = surface.plane.normal
        offset = surface.plane.offset
        let level = cross(Vector3(0, 0, 1), normal)
        let u = level.length > 0.5 ? level.normalized : cross(normal, Vector3(0, 1, 0)).normalized
        axes = (u, cross(normal, u).normalized)
    }

    init() {}

    /// Frees the slot.
    mutating func free() { isUsed = false }

    /// Notes whether a landmark that was held to it fits.
    mutating func noteHeldLandmark(fits: Bool) {
        heldCount += fits ? 1 : 0
        outliersInRow = fits ? 0 : outliersInRow + 1
    }

    /// Moves it by its error.
    mutating func correct(_ error: Vector3) {
        normal = (Rotation(exp: axes.u * error.x + axes.v * error.y) * normal).normalized
        offset += error.z
    }
}
