import Depth
import Geometry
import Surfaces

/// Casts rays at the known world of a frame.
struct HitTester {
    /// The planes found so far, with their anchors' identifiers.
    private let planes: [(plane: DetectedPlane, anchor: Int32)]
    /// What is known around the planes; nil if only they are.
    private let planeTracking: PlaneTracking?
    /// The landmarks of the frame and of the last seconds.
    private let points: [WorldLandmark]
    /// The last depth map, in the world as it is now.
    private let depthMap: DepthMap?
    /// How well a person or a detector hits a pixel, pixels.
    private let pixelSigma: Double
    /// How far poses had drifted when the rays were seen, the variance an axis, m².
    var driftVariance: Double

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Angle from the ray within which a landmark may lie.
        ///
        /// Unit: radians. Range: 0.01…0.06. Origin: by hand.
        var landmarkAngle = 0.035
        /// Accuracy of a plane's outline.
        ///
        /// Unit: metres. Range: 0.01…0.1. Origin: by hand.
        var outlineSigma = 0.04
        /// Accuracy along the ray beyond which a hit is not known well, one standard deviation.
        ///
        /// Unit: fraction of the distance. Range: 0.03…0.3. Origin: by hand: a point to be measured needs 0.03.
        var unsureShare = 0.1
        /// Distance beyond its outline to which a plane may reach if nothing was seen through it.
        ///
        /// Unit: metres. Range: 0.1…0.5. Origin: by hand: images may show too little of the far corner of a table.
        var unseenMargin = 0.25
        /// How steeply an unseen surface may leave its nearest landmark, as one standard deviation.
        ///
        /// Unit: metres per metre. Range: 0.05…0.5. Origin: by hand: a step of a book's height beside it.
        var unseenSlope = 0.15
        /// Least sine of the angle between a ray and a guessed vertical plane: some plane along the ray fits landmarks at
        /// any distances.
        ///
        /// Unit: sine. Range: 0.1…0.5. Origin: by hand: 15°.
        var leastUprightSlope = 0.25
        /// Least uncertainty of a distance at which nothing is known, one standard deviation.
        ///
        /// Unit: metres. Range: 1…4. Origin: from a table to the walls of its room.
        var unknownDistance = 2.0
        /// Distance of an instant placement.
        ///
        /// Unit: metres. Range: 0.5…2. Origin: by hand.
        var instantDistance = 1.0
    }

    private static let tuning = Tuning()

    /// Casts rays at planes, each with its anchor's identifier, at landmarks and at a depth map.
    init(
        planes: [(plane: DetectedPlane, anchor: Int32)],
        planeTracking: PlaneTracking? = nil,
        points: [WorldLandmark],
        depthMap: DepthMap? = nil,
        pixelSigma: Double,
        driftVariance: Double = 0
    ) {
        self.planes = planes
        self.planeTracking = planeTracking
        self.points = points
        self.depthMap = depthMap
        self.pixelSigma = pixelSigma
        self.driftVariance = driftVariance
    }

    /// How well the direction of a pixel's ray is known, radians, if the pixel is known to `pixels`.
    static func angleSigma(ofPixels pixels: Double, _ camera: Camera) -> Double {
        pixels / max(camera.lens.focalLengthPixels.x, 1)
    }

    /// The plane that a result lies on.
    func plane(of hit: HitTestResult) -> DetectedPlane? {
        planes.first { $0.anchor == hit.anchorIdentifier }?.plane
    }

    /// What a pixel shows, nearest first; at equal distances the more reliable type first.
    func hits(at pixel: Vector2, camera: Camera, types: HitTestTypes) -> [HitTestResult] {
        let angleSigma = Self.angleSigma(ofPixels: pixelSigma, camera)
        return hits(along: camera.ray(through: pixel), angleSigma: angleSigma, types: types)
    }

    /// What a ray of the world meets, nearest first.
    func hits(along ray: Ray, angleSigma: Double, types: HitTestTypes) -> [HitTestResult] {
        var results: [HitTestResult] = []
        if !types.isDisjoint(with: [.existingPlane, .existingPlaneUsingExtent]) {
            for (plane, anchor) in planes { results += hits(on: plane, anchor, along: ray, angleSigma, types) }
        }
        if types.contains(.featurePoint), let result = pointHit(ray, angleSigma) { results.append(result) }
        if types.contains(.depth), let result = depthHit(ray, angleSigma) { results.append(result) }
        for type in [HitTestTypes.estimatedHorizontalPlane, .estimatedVerticalPlane] where types.contains(type) {
            if let result = estimatedPlaneHit(ray, angleSigma, type) { results.append(result) }
        }
        if types.contains(.instantPlacement), results.isEmpty { results.append(instantHit(ray)) }
        return results.sorted(byKey: { Double($0.type.rank) }).sorted(byKey: { $0.distance })
    }

    /// A ray's hits on a found plane.
    ///
    /// Where the plane is not known to have a surface, the ray may meet whatever is before or behind it: the distance
    /// is then as uncertain as it is long, or as a room is wide.
    private func hits(
        on plane: DetectedPlane,
        _ anchor: Int32,
        along ray: Ray,
        _ angleSigma: Double,
        _ types: HitTestTypes
    ) -> [HitTestResult] {
        let sigma = plane.offsetSigma
        guard var result = planeHit(plane.plane, sigma: sigma, tilt: plane, ray, angleSigma) else { return [] }
        result.anchorIdentifier = anchor
        let isSurface =
            plane.hasSurface(at: result.pointInWorld)
            && transparency(of: plane, at: result.pointInWorld, ray) == .opaque
            && !isBehindEdge(ray, result.distance) && !isVeiled(ray, result.distance)
        var results: [HitTestResult] = []
        if types.contains(.existingPlaneUsingExtent), isSurface {
            result.type = .existingPlaneUsingExtent
            results.append(result)
        }
        guard types.contains(.existingPlane) else { return results }
        result.type = .existingPlane
        if !isSurface {
            let unknown =
                max(result.distance, Self.tuning.unknownDistance) * abs(dot(plane.plane.normal, ray.direction))
            let other = planeHit(plane.plane, sigma: unknown, tilt: plane, ray, angleSigma)
            result.covariance = other?.covariance ?? result.covariance
        }
        results.append(result)
        return results
    }

    /// A hit on a plane, moved to the surface that stands out of the plane; nil if the ray misses that.
    func hit(
        _ hit: HitTestResult,
        raisedBy relief: SurfaceRelief,
        on plane: DetectedPlane,
        _ ray: Ray,
        angleSigma: Double
    ) -> HitTestResult? {
        let surface = Plane(normal: plane.plane.normal, offset: plane.plane.offset + relief.height)
        let sigma = (plane.offsetSigma * plane.offsetSigma + relief.sigma * relief.sigma).squareRoot()
        guard var result = planeHit(surface, sigma: sigma, tilt: plane, ray, angleSigma) else { return nil }
        result.type = hit.type
        result.anchorIdentifier = hit.anchorIdentifier
        return result
    }

    /// Whether a ray passes so close by the outline of a nearer plane that the nearer plane may be what it meets: at
    /// the edge, or farther out if it is not known that nothing is there; or through it inside, where an object may
    /// stand on it.
    func isBehindEdge(_ ray: Ray, _ distance: Double) -> Bool {
        planes.contains { plane, _ in
            guard let nearer = ray.distance(to: plane.plane), nearer > 0.02, nearer < distance - 0.05 else {
                return false
            }
            let point = ray.point(at: nearer)
            let away = Polygon.distance(from: plane.local(point), to: plane.boundary)
            // If it is surface itself it comes before the other in the results.
            guard away <= HitTester.tuning.unseenMargin else { return false }
            guard !plane.hasSurface(at: point) else { return transparency(of: plane, at: point, ray) == .partial }
            return (away > 0 && away <= HitTester.tuning.outlineSigma) || !plane.isSeenThrough(at: point)
        }
    }

    /// A ray's hit on the nearest found plane that it passes as closely as the plane's outline and the aim are known, if
    /// what it met instead is not known well: who aims at a thing's corner just misses the thing in half of the cases.
    ///
    /// It may still be what lies behind, so that its distance is as uncertain as both are apart. Nil if there is none.
    func rimHit(before hit: HitTestResult, along ray: Ray, angleSigma: Double) -> HitTestResult? {
        guard hit.type != .existingPlaneUsingExtent else { return nil }
        let sigma = max(0, dot(ray.direction, hit.covariance * ray.direction)).squareRoot()
        guard sigma > Self.tuning.unsureShare * hit.distance else { return nil }
        var best: HitTestResult?
        for (plane, anchor) in planes {
            guard let distance = ray.distance(to: plane.plane), distance > 0.02,
                distance < min(best?.distance ?? .infinity, hit.distance - 0.05)
            else { continue }
            let point = ray.point(at: distance)
            let away = Polygon.distance(from: plane.local(point), to: plane.boundary)
            let slope = abs(dot(plane.plane.normal, ray.direction))
            // Two standard deviations of the outline and of the aim, as wide as it is where it meets the plane.
            let aim = distance * angleSigma / max(slope, 0.02)
            let reach = 2 * (Self.tuning.outlineSigma * Self.tuning.outlineSigma + aim * aim).squareRoot()
            guard away > 0, away <= reach else { continue }
            let offset = (hit.distance - distance) * slope
            guard var met = planeHit(plane.plane, sigma: offset, tilt: plane, ray, angleSigma) else { continue }
            met.anchorIdentifier = anchor
            best = met
        }
        return best
    }

    /// How much of what is known around a ray lies behind a plane that it meets, through the plane's outline.
    private func transparency(of plane: DetectedPlane, at point: Vector3, _ ray: Ray) -> PlaneTransparency {
        planeTracking?.transparency(of: plane, at: point, from: ray.origin) ?? .opaque
    }

    /// Whether nearly all landmarks around a ray lie far in front of a point of it: they belong to what the ray meets
    /// instead.
    private func isVeiled(_ ray: Ray, _ distance: Double) -> Bool {
        var (nearer, others) = (0, 0)
        for point in points {
            let offset = point.pointInWorld - ray.origin
            let depth = dot(offset, ray.direction)
            guard depth > 0.05, cross(offset, ray.direction).length < 1.5 * HitTester.tuning.landmarkAngle * depth
            else { continue }
            if depth < 0.85 * distance - 0.05 { nearer += 1 } else { others += 1 }
        }
        return nearer > 2 && nearer > 4 * others
    }

    /// A ray's meeting with a plane.
    ///
    /// Its covariance: sideways from the pixel, along the ray from the plane's offset and tilt and from the pixel at a
    /// grazing angle; and from the drift of poses between the plane's landmarks and the ray, as far as that moves the
    /// plane: a sideways move is common to the camera and all that it sees.
    private func planeHit(
        _ plane: Plane,
        sigma: Double,
        tilt: DetectedPlane?,
        _ ray: Ray,
        _ angleSigma: Double
    ) -> HitTestResult? {
        guard let distance = ray.distance(to: plane), distance > 0.02, distance < 50 else { return nil }
        let point = ray.point(at: distance)
        let slope = dot(plane.normal, ray.direction)
        guard abs(slope) > 0.02 else { return nil }
        let lever = tilt.map { (point - $0.center).length * $0.normalSigma } ?? 0
        let drift = tilt.map { $0.drift.variance(against: driftVariance) } ?? 0
        let offsetVariance = sigma * sigma + lever * lever + drift
        let alongVariance = offsetVariance / (slope * slope)
        // A pixel is as wide as the true distance makes it: the mean of its square is this.
        let sideways = (distance * distance + alongVariance).squareRoot() * angleSigma
        return HitTestResult(
            type: .existingPlane,
            distance: distance,
            pointInWorld: point,
            covariance: ray.covariance(ofMeeting: plane.normal, alongVariance: alongVariance, sideways: sideways),
            normal: slope < 0 ? plane.normal : -plane.normal,
            anchorIdentifier: nil
        )
    }

    /// The surface of the depth map; the pixel's own uncertainty comes on top.
    private func depthHit(_ ray: Ray, _ angleSigma: Double) -> HitTestResult? {
        guard let hit = depthMap?.hit(along: ray) else { return nil }
        let sideways = hit.distance * angleSigma
        let across = .identity - Matrix3(outerProductOf: ray.direction, ray.direction)
        return HitTestResult(
            type: .depth,
            distance: hit.distance,
            pointInWorld: hit.pointInWorld,
            covariance: hit.covariance + across * (sideways * sideways),
            normal: hit.normal,
            anchorIdentifier: nil
        )
    }

    /// The landmark nearest to the ray by angle.
    private func pointHit(_ ray: Ray, _ angleSigma: Double) -> HitTestResult? {
        let reach = 4 * Self.tuning.landmarkAngle
        guard let near = NearLandmarks(points, around: ray, within: reach, least: 1), let best = near.nearest,
            best.angle < Self.tuning.landmarkAngle
        else { return nil }
        // The meant point lies on the ray, at the landmark's depth. Off the ray the depth changes by the slope of a
        // steep surface, and the landmark may be of another surface.
        let off = 2 * best.depth * best.angle
        let sigma = near.depthSigma(at: best.depth)
        let along = off * off + sigma * sigma
        let sideways = (best.depth * best.depth + along).squareRoot() * angleSigma
        let across = .identity - Matrix3(outerProductOf: ray.direction, ray.direction)
        let depth = Matrix3(outerProductOf: ray.direction, ray.direction) * along
        return HitTestResult(
            type: .featurePoint,
            distance: best.depth,
            pointInWorld: ray.point(at: best.depth),
            covariance: best.landmark.covariance + across * (sideways * sideways) + depth,
            normal: -ray.direction,
            anchorIdentifier: nil
        )
    }

    /// A plane guessed from the landmarks around the ray: it lies where those nearest to the ray agree.
    ///
    /// It is the less certain the more they disagree, the less they surround the ray, the farther the ray meets it from
    /// the nearest of them, and the farther it lies from a found plane that may reach there. Of the level and the
    /// upright plane the one that does not fit as well as the other is not guessed.
    private func estimatedPlaneHit(_ ray: Ray, _ angleSigma: Double, _ type: HitTestTypes) -> HitTestResult? {
        let isLevel = type == .estimatedHorizontalPlane
        let reach = 4 * Self.tuning.landmarkAngle
        guard let near = NearLandmarks(points, around: ray, within: reach, least: 3),
            let guess = isLevel ? near.levelPlane : near.uprightPlane, let distance = ray.distance(to: guess.plane),
            distance > 0.02
        else { return nil }
        let slope = abs(dot(guess.plane.normal, ray.direction))
        let other = near.rivalShare(of: guess)
        guard slope > (isLevel ? 0.02 : Self.tuning.leastUprightSlope), other <= 0.5,
            let known = near.uncertainty(of: guess, at: distance, rival: other), known.nearest < 0.15 * distance
        else { return nil }
        let beyond = Self.tuning.unseenSlope * known.nearest
        let rival = rivalDistance(of: ray.point(at: distance), on: ray, normal: guess.plane.normal)
        let offset = known.sigma * slope
        let sigma = (offset * offset + beyond * beyond + rival * rival).squareRoot()
        guard var result = planeHit(guess.plane, sigma: sigma, tilt: nil, ray, angleSigma) else { return nil }
        result.type = type
        return result
    }

    /// Half the distance between a place on a ray and the farthest found plane of that normal which the ray meets just
    /// beyond its outline, where the plane may go on unseen: the ray may mean either; metres along the normal.
    private func rivalDistance(of place: Vector3, on ray: Ray, normal: Vector3) -> Double {
        planes.reduce(0) { farthest, entry in
            let plane = entry.plane
            guard abs(dot(plane.plane.normal, normal)) > 0.98, let distance = ray.distance(to: plane.plane) else {
                return farthest
            }
            let point = ray.point(at: distance)
            guard !plane.contains(point), plane.contains(point, margin: Self.tuning.unseenMargin),
                !plane.isSeenThrough(at: point)
            else { return farthest }
            return max(farthest, abs(plane.plane.signedDistance(to: place)) / 2)
        }
    }

    private func instantHit(_ ray: Ray) -> HitTestResult {
        let depths = points.compactMap { point -> Double? in
            let along = dot(point.pointInWorld - ray.origin, ray.direction)
            return along > 0.1 ? along : nil
        }.sorted()
        let distance = depths.isEmpty ? HitTester.tuning.instantDistance : depths[depths.count / 2]
        return HitTestResult(
            type: .instantPlacement,
            distance: distance,
            pointInWorld: ray.point(at: distance),
            covariance: Matrix3(outerProductOf: ray.direction, ray.direction) * (distance * distance / 4),
            normal: -ray.direction,
            anchorIdentifier: nil
        )
    }
}
