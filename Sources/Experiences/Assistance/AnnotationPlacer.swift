import Geometry
import Odometry
import RealModule
import WorldTracking

/// Places the points of annotations in the world, with the pose of their frame.
struct AnnotationPlacer {
    /// Limits of placing.
    struct Tuning: Sendable {
        /// Distance before the camera at which a point is placed if nothing is known.
        ///
        /// Unit: metres. Range: 0.5…3. Origin: by hand: the distance of things that a person shows to a camera.
        var airDistance = 1.0
        /// Accuracy with which a finger on a screen means a point.
        ///
        /// Unit: pixels of the image. Range: 1…5. Origin: by hand.
        var fingerSigma = 1.5
        /// Distance by which a landmark must be before a plane to be what was meant.
        ///
        /// Unit: fraction of the plane's distance. Range: 0.05…0.3. Origin: by hand.
        var leastGap = 0.15
        /// The same against the landmark's own uncertainty along the ray.
        ///
        /// Unit: standard deviations. Range: 2…4. Origin: by hand.
        var leastGapSigmas = 3.0
        /// Distance on a stroke's plane beyond which the depth of the point before is kept: the ray is nearly parallel
        /// to the plane.
        ///
        /// Unit: ratio to the distance of the stroke's first point. Range: 1.5…5. Origin: by hand.
        var planeReach = 3.0
    }

    private static let tuning = Tuning()
    private let world: World
    private let history: PoseHistory
    private let board: RectangularPlane?

    /// Creates a placer in a world, for frames of a history; `board` is a surface, too.
    init(in world: World, history: PoseHistory, board: RectangularPlane? = nil) {
        self.world = world
        self.history = history
        self.board = board
    }

    /// Places a point of the image, normalised, (0, 0) at the top left.
    ///
    /// A stroke stays on the plane where it began, so that it does not jump from a table's edge to the floor.
    func place(_ point: Vector2, seenFrom view: PastView, on annotation: inout Annotation) {
        let pixel = point * view.camera.lens.sizePixels
        let ray = view.camera.ray(through: pixel)
        if annotation.expectsRaisedPoint {
            placeRaised(pixel, seenFrom: view, on: &annotation)
        } else if annotation.points.isEmpty || annotation.kind == .length {
            placeOnSurface(pixel, seenFrom: view, on: &annotation)
        } else if annotation.kind == .laser {
            annotation.removePoints()
            placeOnSurface(pixel, seenFrom: view, on: &annotation)
        } else {
            let surface = Plane(normal: annotation.normal, through: annotation.points[0])
            let distance = ray.distance(to: surface) ?? .infinity
            let start = (annotation.points[0] - ray.origin).length
            let last = annotation.points[annotation.points.count - 1]
            let kept = ray.distanceAlong(nearestTo: last)
            annotation.addPoint(ray.point(at: distance < Self.tuning.planeReach * start ? distance : kept))
        }
    }

    private func placeOnSurface(_ pixel: Vector2, seenFrom view: PastView, on annotation: inout Annotation) {
        let camera = view.camera
        let ray = camera.ray(through: pixel)
        var point: Vector3
        let hit = surface(along: ray)
        if annotation.kind != .length, let onBoard = pointOnBoard(along: ray, before: hit), let board {
            point = onBoard
            annotation.setSupport(.plane, normal: board.normal, planeAnchor: nil)
        } else if let hit {
            point = hit.pointInWorld
            if annotation.kind == .length { point = placeEnd(pixel, on: hit, seenFrom: view, of: &annotation) }
            annotation.setSupport(
                hit.anchorIdentifier == nil ? .landmarks : .plane,
                normal: hit.normal,
                planeAnchor: hit.anchorIdentifier
            )
        } else {
            point = ray.point(at: Self.tuning.airDistance)
            let towardsCamera = camera.worldFromCamera.rotation * Vector3(0, 0, 1)
            annotation.setSupport(.air, normal: towardsCamera, planeAnchor: nil)
        }
        annotation.addPoint(point)
        let depth = (point - ray.origin).length
        annotation.setScale(metresAcross: depth * camera.lens.sizePixels.x / camera.lens.focalLengthPixels.x)
    }

    /// A detected plane, else an estimated one, else a landmark; a landmark clearly in front of the plane has priority.
    private func surface(along ray: Ray) -> HitTestResult? {
        let hits = world.rayCast(
            ray,
            types: [.existingPlaneUsingExtent, .estimatedHorizontalPlane, .estimatedVerticalPlane, .featurePoint]
        )
        let plane = hits.first { $0.type == .existingPlaneUsingExtent }
        let estimate = hits.first { $0.type == .estimatedHorizontalPlane || $0.type == .estimatedVerticalPlane }
        let landmark = hits.first { $0.type == .featurePoint }
        return Self.isClearlyBefore(landmark, plane, along: ray) ? landmark : plane ?? estimate ?? landmark
    }

    /// Where a ray meets the board; nil if a surface is clearly before it.
    private func pointOnBoard(along ray: Ray, before hit: HitTestResult?) -> Vector3? {
        guard let point = board?.point(hitBy: ray) else { return nil }
        let distance = (point - ray.origin).length
        let gap = distance - (hit?.distance ?? .infinity)
        return gap > Self.tuning.leastGap * distance ? nil : point
    }

    private static func isClearlyBefore(_ landmark: HitTestResult?, _ plane: HitTestResult?, along ray: Ray) -> Bool {
        guard let landmark, let plane else { return false }
        let sigma = max(dot(ray.direction, landmark.covariance * ray.direction), 0).squareRoot()
        let gap = plane.distance - landmark.distance
        return gap > max(tuning.leastGap * plane.distance, tuning.leastGapSigmas * sigma)
    }

    // MARK: Measurements

    /// Adds the last point of a height or a box: on the normal through the one before, nearest to the ray.
    private func placeRaised(_ pixel: Vector2, seenFrom view: PastView, on annotation: inout Annotation) {
        let tapped = AimedPixel(pixel, sigma: Self.tuning.fingerSigma)
        guard let base = annotation.raisedBase, let hit = base.raised(towards: tapped, seenBy: view.camera) else {
            annotation.addPoint(view.camera.ray(through: pixel).point(at: Self.tuning.airDistance))
            return
        }
        let snapped = snapped(near: hit).flatMap { base.raised(towards: $0.pixel, seenBy: $0.view.camera) }
        annotation.addEnd(snapped ?? hit, seenFrom: view, in: world)
        annotation.addPoint((snapped ?? hit).pointInWorld)
    }

    /// Adds an end of a length on a surface, as the measuring tool does; returns its position.
    ///
    /// It snaps to a corner or a straight edge of the newest image, which may differ from the image that the author
    /// saw.
    private func placeEnd(
        _ pixel: Vector2,
        on hit: HitTestResult,
        seenFrom view: PastView,
        of annotation: inout Annotation
    ) -> Vector3 {
        let tapped = (pixel: AimedPixel(pixel, sigma: Self.tuning.fingerSigma), view: view)
        for (aimed, view) in [snapped(near: hit), tapped].compactMap({ $0 }) {
            let end = aimed.hit(from: view.camera, in: world, driftVariance: view.driftVariance)
            guard let end, end.type == hit.type, end.anchorIdentifier == hit.anchorIdentifier else { continue }
            annotation.addEnd(end, seenFrom: view, in: world)
            return end.pointInWorld
        }
        // The point is in front of the surface.
        var end = hit
        let sideways = Self.tuning.fingerSigma * hit.distance / view.camera.lens.focalLengthPixels.x
        end.covariance = hit.covariance + Matrix3(diagonal: Vector3(repeating: sideways * sideways))
        annotation.addEnd(end, seenFrom: view, in: world)
        return end.pointInWorld
    }

    /// The corner or edge of the newest image near a hit, and its view; nil if there is none.
    private func snapped(near hit: HitTestResult) -> (pixel: AimedPixel, view: PastView)? {
        guard let frame = world.currentFrame, frame.trackingState == .normal,
            let view = history.view(at: frame.timestampNanoseconds), let pixel = view.camera.pixel(of: hit.pointInWorld)
        else { return nil }
        let aimed = AimedPixel(pixel, in: frame, sigma: Self.tuning.fingerSigma)
        return aimed.feature == nil ? nil : (aimed, view)
    }
}
