import Geometry

/// What counts as a plane.
public struct PlaneDetectorConfiguration: Equatable, Sendable {
    /// Whether level planes are detected.
    public var findsHorizontal = true
    /// Whether upright planes are detected.
    public var findsVertical = true
    /// Whether all other planes are detected.
    public var findsTilted = true
    /// How many landmarks make a level plane; upright ones need half as many again, tilted ones twice as many.
    public var minimumPointCount = 10
    /// How far from the plane a landmark may lie, metres, besides its own uncertainty.
    public var thickness = 0.012
    /// How far apart two landmarks of one surface may lie, metres.
    public var reach = 0.35
    /// The shorter side that a level plane must have at least, metres.
    ///
    /// Upright ones need half as much again, tilted ones twice as much.
    public var minimumExtent = 0.08
    /// How well a landmark must be known to be used, metres.
    public var maximumPointSigma = 0.05
    /// How many landmarks are remembered.
    public var capacity = 3_000
    /// How many rounds the random search for upright and tilted planes takes per update.
    public var searchRounds = 60
    /// Whether planes grow over areas without landmarks where images agree.
    public var growsByImages = true

    /// The defaults.
    public init() {}
}

extension PlaneDetectorConfiguration {
    /// How far a landmark may lie from a plane of this normal and still belong to it, metres.
    func tolerance(of landmark: WorldLandmark, along normal: Vector3) -> Double {
        min(max(thickness, 2.5 * landmark.sigma(along: normal)), 3 * thickness)
    }

    /// How many landmarks a new plane needs.
    func requiredCount(_ alignment: PlaneAlignment) -> Int {
        switch alignment {
        case .horizontal: minimumPointCount
        case .vertical: minimumPointCount * 3 / 2
        case .tilted: minimumPointCount * 2
        }
    }

    /// The shorter side that a new plane needs, metres.
    func smallestExtent(_ alignment: PlaneAlignment) -> Double {
        switch alignment {
        case .horizontal: minimumExtent
        case .vertical: 1.5 * minimumExtent
        case .tilted: 2 * minimumExtent
        }
    }

    /// How well a landmark must be known along the normal to count for a new plane, metres.
    ///
    /// Gravity holds a level plane; of another one landmarks must tell whether it is one: the fronts and backs of a
    /// shelf's books lie within what is unknown of landmarks three metres away.
    func pointSigmaLimit(_ alignment: PlaneAlignment) -> Double {
        maximumPointSigma * (alignment == .horizontal ? 0.5 : 0.27)
    }
}
