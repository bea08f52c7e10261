import Geometry
import Imaging
import Shapes
import WorldTracking

/// A corner near the aim that earlier images showed, though the present one does not show it clearly.
struct RecalledCorner: Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Difference of two hits' distances below which one of them is tried.
        ///
        /// Unit: fraction of the distance. Range: 0.01…0.1. Origin: by hand: half of the finder's reach in pixels.
        var sameDistance = 0.03
        /// Number of hits along a ray that are tried.
        ///
        /// Unit: hits. Range: 1…5. Origin: by hand: a thing, what it stands on, and the floor.
        var hits = 3
    }

    private static let tuning = Tuning()

    /// Its rays from the earlier images.
    let sights: CornerSights

    /// A corner near a pixel that a view showed where something that the pixel's ray hits should be.
    ///
    /// Nil if the view shows none there, or if its rays do not meet near the pixel's ray. `views` are all that there are,
    /// `sigma` is the accuracy of a person's aim, pixels.
    init?(
        near pixel: Vector2,
        from camera: Camera,
        on hits: [HitTestResult],
        in view: RecentView,
        of views: [RecentView],
        sigma: Double
    ) {
        for hit in hits {
            guard let begun = Self.sights(near: hit, in: view, views) else { continue }
            let corner = RecalledCorner(sights: begun)
            guard corner.aimed(at: pixel, from: camera, sigma: sigma) != nil else { continue }
            self = corner
            return
        }
        return nil
    }

    private init(sights: CornerSights) { self.sights = sights }

    /// The pixel of an aim, drawn to where a camera should see the corner; nil if that is too far from the aim.
    func aimed(at pixel: Vector2, from camera: Camera, sigma: Double) -> AimedPixel? {
        guard let point = sights.meeting?.point, let seen = camera.pixel(of: point) else { return nil }
        return AimedPixel(pixel, recalling: seen, lens: camera.lens, sigma: sigma)
    }

    /// The aim at the corner as a camera sees it; nil if it is too far from the aim, or nothing is known there.
    func aim(at pixel: Vector2, from camera: Camera, in world: World, sigma: Double) -> Aim? {
        guard let hit = aimed(at: pixel, from: camera, sigma: sigma)?.hit(from: camera, in: world) else { return nil }
        var refined = sights.refined(hit)
        refined.distance = (refined.pointInWorld - camera.positionInWorld).length
        return Aim(hit: refined, snap: .corner, confidence: Aim.confidence(of: refined.type))
    }

    /// What a pixel's ray hits down to the first known surface, the most reliable first, each distance once.
    static func hits(at pixel: Vector2, in world: World) -> [HitTestResult] {
        var tried: [HitTestResult] = []
        for hit in world.hitTest(pixel) {
            let isTried = tried.contains { abs($0.distance - hit.distance) < tuning.sameDistance * hit.distance }
            if !isTried { tried.append(hit) }
            if hit.type == .existingPlaneUsingExtent || tried.count == tuning.hits { break }
        }
        return tried
    }

    /// A corner that a view shows where a hit should be, with its rays from older views.
    private static func sights(near hit: HitTestResult, in view: RecentView, _ views: [RecentView]) -> CornerSights? {
        guard let expected = view.camera.pixel(of: hit.pointInWorld),
            case .corner(let pixel) = AimedFeatureFinder.feature(near: expected, in: view.image)
        else { return nil }
        let ray = view.camera.ray(through: pixel)
        let surface = Plane(normal: hit.normal, through: hit.pointInWorld)
        var there = hit
        there.pointInWorld = ray.point(at: ray.distance(to: surface) ?? (hit.pointInWorld - ray.origin).length)
        var sights = CornerSights(
            pixel: pixel,
            camera: view.camera,
            hit: there,
            timestampNanoseconds: view.timestampNanoseconds,
            error: .init(view)
        )
        sights.lookBack(through: views)
        return sights
    }
}
