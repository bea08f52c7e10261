import Experiences
import Geometry
import Surfaces
import WorldTracking

/// The stages of a measurement at which a length becomes wrong.
enum TapStage: String, Hashable {
    case scale = "scale of tracking"
    case noCorner = "no corner found: the aim's own miss"
    case edge = "drawn to an edge, not to a corner"
    case wrongCorner = "drawn to a corner of something else"
    case seenFlat = "the right corner, found inexactly or seen flat"
    case planeMissing = "no plane found at the corner"
    case outlineShort = "the plane's outline ends before the corner"
    case otherSurface = "plane of another surface"
    case planeOffset = "the right plane, too high, too low or tilted"
    case rays = "rays meet at a wrong distance"
}

/// What an end was set on, beside what is there.
struct TapSurface {
    /// What is wrong if the end lies before or behind its corner.
    let depthStage: TapStage
    /// What is wrong if it lies beside its corner.
    let sideStage: TapStage
    /// How far beside its corner the camera saw it, pixels.
    let pixelsBeside: Double
    /// How far in front of the found plane that was hit the corner lies, metres; nil if none was hit.
    let planeError: Double?
    /// Of the surface that was hit, in the truth's world.
    private let normal: Vector3

    /// How far a corner may lie from the plane of its own surface, metres: half as far again as a landmark may.
    private static let ownSurface = 0.018
    /// How far beyond its outline a plane is looked for, metres: as far as hit tests take it to reach.
    private static let beyondOutline = 0.25
    /// The largest miss of the right corner, pixels.
    private static let ownCorner = 1.5

    /// An end that is being set at an aim.
    ///
    /// `corner` is its true place, and `pixel` is where the image shows that. `isTriangulated` states that rays from
    /// several places gave its point.
    init(_ aim: Aim, isTriangulated: Bool, point: Vector3, corner: Vector3, pixel: Vector2, in view: View) {
        let worldFromTruth = view.camera.worldFromOptical * view.trueWorldFromOptical.inverse
        let place = worldFromTruth * corner
        pixelsBeside = view.camera.pixel(of: point).map { ($0 - pixel).length } ?? .infinity
        let anchor = aim.hit.anchorIdentifier.flatMap { view.world.anchor($0) }
        planeError = anchor?.plane == nil ? nil : anchor?.surface.signedDistance(to: place)
        normal = worldFromTruth.rotation.inverse * aim.hit.normal
        let isFound = view.world.planes.contains { plane in
            abs(plane.plane.signedDistance(to: place)) < Self.ownSurface
                && plane.contains(place, margin: Self.beyondOutline)
        }
        if isTriangulated {
            depthStage = .rays
        } else if let planeError, aim.hit.type == .existingPlaneUsingExtent {
            depthStage = abs(planeError) < Self.ownSurface ? .planeOffset : .otherSurface
        } else {
            depthStage = isFound ? .outlineShort : .planeMissing
        }
        let atCorner: TapStage = pixelsBeside > Self.ownCorner ? .wrongCorner : .seenFlat
        sideStage =
            switch aim.snap {
            case .corner: atCorner
            case _ where isTriangulated: atCorner
            case .line: .edge
            default: .noCorner
            }
    }

    /// An end's error in two parts that sum to it, metres: that of the surface, along the sight, and that of the pixel,
    /// along the surface.
    func parts(of error: Vector3, sight: Vector3) -> [(stage: TapStage, error: Vector3)] {
        let slope = dot(normal, sight)
        let isPoint = depthStage == .rays || abs(slope) < 0.05
        let depth = sight * (isPoint ? dot(error, sight) : dot(normal, error) / slope)
        return [(depthStage, depth), (sideStage, error - depth)]
    }
}

/// What the stages of a measurement add to the error of its length, metres; positive makes it longer.
struct TapParts {
    /// With the number of the end, nil for what concerns both.
    let parts: [(stage: TapStage, end: Int?, metres: Double)]

    /// Of a length between two corners whose ends lie off by `errors`, seen from `eye`, all in the truth's world, while
    /// the world's scale is a factor.
    init(_ corners: [Vector3], _ ends: [TapJudge.End], errors: [Vector3], eye: Vector3, scale: Double) {
        let direction = (corners[1] - corners[0]).normalized
        var parts: [(stage: TapStage, end: Int?, metres: Double)] = [
            (.scale, nil, (scale - 1) * (corners[1] - corners[0]).length)
        ]
        for index in ends.indices {
            let own = errors[index] - (corners[index] - eye) * (scale - 1)
            for part in ends[index].surface.parts(of: own, sight: ends[index].sight) {
                parts.append((part.stage, index, dot(part.error, direction) * (index == 0 ? -1 : 1)))
            }
        }
        self.parts = parts
    }

    /// The part that makes the most of an error of the length.
    func cause(of error: Double) -> TapStage {
        parts.max { $0.metres * error < $1.metres * error }?.stage ?? .scale
    }

    /// All parts that are not small, for a person.
    var summary: String {
        parts.filter { abs($0.metres) > 0.001 }.sorted { abs($0.metres) > abs($1.metres) }.map { part in
            "\(text(part.metres * 1000)) mm \(part.stage.rawValue)\(part.end.map { " (end \($0 + 1))" } ?? "")"
        }.joined(separator: ", ")
    }
}
