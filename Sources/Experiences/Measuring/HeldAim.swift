import Geometry
import Odometry
import WorldTracking

/// The corner at which the aim rests: while the camera moves, its rays determine its position.
struct HeldAim: Sendable {
    /// The corner as it was seen since the aim came to it; nil while the aim is at none.
    private(set) var sights: CornerSights?
    /// Whether the rays gave the last aim's position.
    private(set) var isTriangulated = false
    private var lastNanoseconds: Int64 = 0
    /// In how many images in a row the aim was at another corner.
    private var foreignCount = 0

    /// How long the image may show no corner before the aim counts as moved on, nanoseconds.
    private static let gapNanoseconds: Int64 = 500_000_000
    /// In how many images in a row the aim must be at another corner to count as moved on.
    private static let foreignLimit = 3

    /// Takes the aim of a frame; returns it with the position of its corner as the rays give it.
    mutating func refine(_ aim: Aim, in frame: Frame, _ camera: Camera) -> Aim {
        let now = frame.timestampNanoseconds
        isTriangulated = false
        guard frame.trackingState == .normal, aim.snap == .corner,
            let pixel = camera.pixel(of: aim.hit.pointInWorld)
        else {
            if now - lastNanoseconds > Self.gapNanoseconds { reset() }
            return aim
        }
        lastNanoseconds = now
        if var known = sights {
            let isForeign = known.add(pixel, from: camera) == .foreign
            foreignCount = isForeign ? foreignCount + 1 : 0
            guard !isForeign else {
                if foreignCount >= Self.foreignLimit { reset() }
                return aim
            }
            sights = known
            guard known.meeting != nil else { return aim }
            isTriangulated = true
            var refined = aim
            refined.hit = known.refined(aim.hit)
            refined.hit.distance = (refined.hit.pointInWorld - camera.positionInWorld).length
            return refined
        }
        let guess = aim.hit.pointInWorld
        sights = CornerSights(pixel: pixel, camera: camera, guess: guess, timestampNanoseconds: now)
        return aim
    }

    /// The aim is given up.
    mutating func reset() {
        sights = nil
        isTriangulated = false
        foreignCount = 0
    }
}
