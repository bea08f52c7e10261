import Geometry

/// How far image stabilisation has turned the view from the body, as a part of the filter's state.
///
/// A stabiliser, a lens that moves or a crop that is turned, lets the view follow the body's turns late:
/// δ′ = a δ − g Δθ + w, where δ is the view's turn from the body, Δθ the body's turn since the last image, a the share
/// of the old turn that is left, g the share of new turns that the view leaves out, and w is white. The filter estimates
/// δ and g along. A clone is that of the view, so that no equation of an image depends on δ. A lens that moves sideways
/// by s pixels turns the view by s / f in its middle; towards the edges the two differ by a few tenths.
///
/// Without δ, the view's lag is taken for a later image and for another focal length, the specific force is turned to
/// the world by a wrong attitude, and the path comes out a quarter to a third too short (docs/notes/phones.md).
///
/// Source of the follower: a low-pass of the camera's path, as in A. Karpenko, D. Jacobs, J. Baek, M. Levoy, "Digital
/// video stabilization and rolling shutter correction using gyroscopes", 2011, to first order.
struct ViewStabilization: Equatable {
    struct Tuning: Equatable, Sendable {
        /// After how long half of the view's turn is left.
        ///
        /// Unit: s. Range: 0.2…0.6. Origin: by hand: between a lens and a crop.
        let returnSeconds = 0.3
        /// The standard deviation of the share of turns that the view leaves out.
        ///
        /// Unit: 1. Range: 0.3…1. Origin: from nothing to everything.
        let shareSigma = 0.5
        /// How fast that share changes, because stabilisers have limits.
        ///
        /// Unit: 1/√s. Range: 0.1…1. Origin: by hand.
        let shareWalk = 0.3
        /// The standard deviation of the view's turn at rest.
        ///
        /// Unit: rad. Range: 0.001…0.005. Origin: by hand: a pixel.
        let restSigma = 0.002
        /// The standard deviation of the view's turn at a start on the move.
        ///
        /// Unit: rad. Range: 0.003…0.03. Origin: by hand: five pixels.
        let movingSigma = 0.01
    }

    static let tuning = Tuning()

    /// The white noise of the view's turn, rad/√s; 0 if the view is the body's.
    let density: Double
    /// The view's turn from the body, a rotation vector in the body's axes, radians.
    private(set) var turn = Vector3.zero
    /// The share of the body's turns that the view does not follow at once.
    private(set) var share = 0.0

    /// Whether the view may differ from the body's.
    var isUsed: Bool { density > 0 }

    /// The view's turn as a rotation.
    var rotation: Rotation { Rotation(exp: turn) }

    init(density: Double) { self.density = density }

    /// The share of the view's turn that is left after some seconds.
    static func remainder(after seconds: Double) -> Double { tuning.returnSeconds / (tuning.returnSeconds + seconds) }

    /// Begins without a turn.
    mutating func begin() { self = ViewStabilization(density: density) }

    /// Moves on by the body's turn in some seconds.
    mutating func move(by bodyTurn: Vector3, seconds: Double) {
        turn = turn * Self.remainder(after: seconds) - bodyTurn * share
    }

    /// Corrects the estimate.
    mutating func correct(turn error: Vector3, share shareError: Double) {
        turn += error
        share += shareError
    }
}
