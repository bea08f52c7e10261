import Geometry
import Shapes
import Surfaces
import WorldTracking

/// A quadrilateral of the image projected onto the surface behind it: a candidate for a tap.
struct BillboardCandidate {
    /// The rays through its corners.
    let rays: [Ray]
    /// The intersections of the rays with the surface, metres in the world.
    let points: [Vector3]
    /// The surface.
    let plane: Plane
    /// The standard deviation of the surface's position, metres.
    let planeSigma: Double
    /// How certainly it is a real rectangle, 0…1: from the detector's confidence and its squareness on its surface.
    let certainty: Double

    /// The usual skew of a real rectangle on a detected plane, and on an estimated one.
    private static let usualSkew = (found: 0.05, guessed: 0.2)

    /// Nil if its depth is not known.
    init?(_ quadrilateral: Quadrilateral, camera: Camera, in world: World) {
        let pixels = (0..<4).map { quadrilateral[$0] }
        guard let surface = Self.surface(under: pixels, camera: camera, in: world) else { return nil }
        rays = pixels.map { camera.ray(through: $0) }
        var met: [Vector3] = []
        for ray in rays {
            guard let distance = ray.distance(to: surface.plane), distance > 0.05, distance < 20 else { return nil }
            met.append(ray.point(at: distance))
        }
        points = met
        plane = surface.plane
        planeSigma = surface.sigma
        let usual = surface.sigma < 0.02 ? Self.usualSkew.found : Self.usualSkew.guessed
        let skew = Self.skew(met) / usual
        certainty = quadrilateral.confidence / (1 + skew * skew)
    }

    /// The deviation of four corners from a rectangle: the root mean square of the angles' cosines and of the
    /// differences of opposite sides.
    static func skew(_ corners: [Vector3]) -> Double {
        let sides = (0..<4).map { corners[($0 + 1) % 4] - corners[$0] }
        guard sides.allSatisfy({ $0.length > 1e-6 }) else { return .infinity }
        var sum = 0.0
        for index in 0..<4 {
            let cosine = dot(sides[index].normalized, sides[(index + 1) % 4].normalized)
            let other = sides[(index + 2) % 4].length
            let unequal = (sides[index].length - other) / (sides[index].length + other)
            sum += cosine * cosine + unequal * unequal
        }
        return (sum / 8).squareRoot()
    }

    /// The plane of the corners: a detected one that all four rays hit, else one through the landmarks inside.
    private static func surface(
        under pixels: [Vector2],
        camera: Camera,
        in world: World
    ) -> (plane: Plane, sigma: Double)? {
        let middle = pixels.reduce(Vector2.zero, +) / 4
        if let hit = world.hitTest(middle, types: .existingPlaneUsingExtent).first,
            let known = world.planes.first(where: { abs($0.plane.signedDistance(to: hit.pointInWorld)) < 1e-6 })
        {
            return (known.plane, max(known.offsetSigma, 0.005))
        }
        let points = (world.currentFrame?.points ?? []).filter { point in
            (0..<4).allSatisfy { cross(pixels[($0 + 1) % 4] - pixels[$0], point.pixel - pixels[$0]) >= 0 }
        }
        if let plane = PlaneThrough(points.map { $0.pointInWorld }) { return (plane.plane, max(0.01, plane.deviation)) }
        if let hit = world.hitTest(middle, types: [.estimatedVerticalPlane, .estimatedHorizontalPlane]).first {
            return (Plane(normal: hit.normal, through: hit.pointInWorld), 0.03)
        }
        guard let hit = world.hitTest(middle, types: .existingPlane).first else { return nil }
        return (Plane(normal: hit.normal, through: hit.pointInWorld), 0.05)
    }
}
