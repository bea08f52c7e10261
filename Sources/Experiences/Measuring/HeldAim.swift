import Geometry
import Odometry
import WorldTracking

/// The corner at which the aim rests: its rays, from earlier images and while the camera moves, determine its position.
struct HeldAim: Sendable {
    /// The last aim as the surface gives it, and from where.
    private struct Last: Sendable {
        var aim: Aim
        var pixel: Vector2
        var camera: Camera
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Number of earlier images in which a corner is looked for in one frame.
        ///
        /// Unit: images. Range: 1…12. Origin: by hand: each takes some 0.1 ms.
        var lookedBackAtOnce = 4
        /// Time for which a corner is waited for that will soon be known better.
        ///
        /// Unit: nanoseconds. Range: 0…2 s. Origin: by hand: a person's patience with a ring that closes.
        var settlingNanoseconds: Int64 = 1_000_000_000
        /// Accuracy of a corner that is not waited for.
        ///
        /// Unit: fraction of its distance. Range: 0.005…0.03. Origin: by hand: a sheet's side to 2 % + 5 mm.
        var settledShare = 0.01
    }

    private static let tuning = Tuning()

    /// The corner as it was seen since the aim came to it; nil while the aim is at none.
    private var sights: CornerSights?
    /// A corner that only earlier images show.
    private var recalled: RecalledCorner?
    /// Whether the rays gave the last aim's position.
    private(set) var isTriangulated = false
    /// Nil if the aim was at another corner, or the frame was not tracked well.
    private var last: Last?
    private var lastNanoseconds: Int64 = 0
    /// Whether the last image came twice: a recording stands still.
    private var isSameImage = false
    /// Since when the aim has been at its corner, nanoseconds.
    private var sinceNanoseconds: Int64 = 0
    /// In how many images in a row the aim was at another corner.
    private var foreignCount = 0
    /// Which of the newest views a corner was last looked for in.
    private var turn = 0

    /// How long the image may show no corner before the aim counts as moved on, nanoseconds.
    private static let gapNanoseconds: Int64 = 500_000_000
    /// In how many images in a row the aim must be at another corner to count as moved on.
    private static let foreignLimit = 3

    /// Takes the aim of a frame; returns it with the position of its corner as the rays give it.
    ///
    /// `pixel` is where the person aims, and `sigma` how accurately, pixels.
    mutating func refine(
        _ aim: Aim,
        at pixel: Vector2,
        in frame: Frame,
        _ camera: Camera,
        _ world: World,
        sigma: Double
    ) -> Aim {
        isTriangulated = false
        last = nil
        if frame.scaleChange != nil { reset() }
        guard frame.trackingState == .normal else { return aim }
        if aim.snap == .corner { return follow(aim, at: pixel, in: frame, camera, world) }
        if frame.timestampNanoseconds - lastNanoseconds > Self.gapNanoseconds {
            sights = nil
            foreignCount = 0
        }
        guard aim.isAtNothingSharp else { return aim }
        last = Last(aim: aim, pixel: pixel, camera: camera)
        let known = recalled?.aim(at: pixel, from: camera, in: world, sigma: sigma)
        if known == nil { recalled = nil }
        let views = world.recentViews
        turn = (turn + 1) % max(1, views.count)
        let one = views.isEmpty ? [] : [views[views.count - 1 - turn]]
        guard let found = known ?? recall([aim.hit], in: one, of: views, world, sigma: sigma) else { return aim }
        isTriangulated = true
        return found
    }

    private mutating func follow(
        _ aim: Aim,
        at pixel: Vector2,
        in frame: Frame,
        _ camera: Camera,
        _ world: World
    ) -> Aim {
        guard let corner = camera.pixel(of: aim.hit.pointInWorld) else { return aim }
        let now = frame.timestampNanoseconds
        isSameImage = now == lastNanoseconds
        lastNanoseconds = now
        recalled = nil
        let isForeign = sights?.add(corner, from: camera, error: .init(frame)) == .foreign
        foreignCount = isForeign ? foreignCount + 1 : 0
        guard !isForeign else {
            if foreignCount >= Self.foreignLimit { reset() }
            return aim
        }
        if sights == nil {
            sinceNanoseconds = now
            sights = CornerSights(
                pixel: corner,
                camera: camera,
                hit: aim.hit,
                timestampNanoseconds: now,
                error: .init(frame)
            )
        }
        sights?.lookBack(through: world.recentViews, atMost: Self.tuning.lookedBackAtOnce)
        last = Last(aim: aim, pixel: pixel, camera: camera)
        return refined() ?? aim
    }

    /// Whether an aim is at a corner that is worth waiting for, since it will be known better within a moment.
    func isSettling(_ aim: Aim, at nanoseconds: Int64) -> Bool {
        sights != nil && !isSameImage && nanoseconds - sinceNanoseconds < Self.tuning.settlingNanoseconds
            && aim.sigma > Self.tuning.settledShare * aim.hit.distance
    }

    /// The last aim with all that the earlier images know of its corner; nil if they know of none.
    mutating func completed(in world: World, sigma: Double) -> Aim? {
        guard let last else { return nil }
        if last.aim.snap == .corner {
            sights?.lookBack(through: world.recentViews)
            return refined()
        }
        guard last.aim.isAtNothingSharp else { return nil }
        if let known = recalled?.aim(at: last.pixel, from: last.camera, in: world, sigma: sigma) { return known }
        let hits = RecalledCorner.hits(at: last.pixel, in: world)
        let views = world.recentViews
        return recall(hits, in: views.reversed(), of: views, world, sigma: sigma)
    }

    /// The point at the last aim, to be followed in later images; nil if it is at no corner.
    func picked(in world: World, sigma: Double) -> PickedPoint? {
        guard let last else { return nil }
        if let recalled {
            let aimed = recalled.aimed(at: last.pixel, from: last.camera, sigma: sigma)
            return aimed.flatMap { PickedPoint($0, seenBefore: recalled.sights, in: world) }
        }
        return last.aim.snap == .corner ? PickedPoint(last.pixel, in: world, held: sights) : nil
    }

    /// A corner near the last aim that one of some views shows where one of some hits should be; `all` are all views.
    private mutating func recall(
        _ hits: [HitTestResult],
        in views: [RecentView],
        of all: [RecentView],
        _ world: World,
        sigma: Double
    ) -> Aim? {
        guard let last else { return nil }
        for view in views {
            let corner = RecalledCorner(
                near: last.pixel,
                from: last.camera,
                on: hits,
                in: view,
                of: all,
                sigma: sigma
            )
            guard let corner, let aim = corner.aim(at: last.pixel, from: last.camera, in: world, sigma: sigma)
            else { continue }
            recalled = corner
            isTriangulated = true
            return aim
        }
        return nil
    }

    private mutating func refined() -> Aim? {
        guard let last, let sights, sights.meeting != nil else { return nil }
        isTriangulated = true
        var aim = last.aim
        aim.hit = sights.refined(aim.hit)
        aim.hit.distance = (aim.hit.pointInWorld - last.camera.positionInWorld).length
        return aim
    }

    /// The aim is given up.
    mutating func reset() {
        sights = nil
        recalled = nil
        last = nil
        isTriangulated = false
        foreignCount = 0
    }
}
