import Features
import Geometry
import Imaging

/// Searches a map's keyframes for the place that an image shows, a few keyframes per call.
struct Relocalizer: Sendable {
    /// One image's corners and the data of its source of poses.
    private struct Query {
        var corners: [DescribedCorner]
        let lens: CameraModel
        /// From the optical frame to the source's world.
        let odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>

        /// From the optical frame to axes that gravity turns level, +Y up.
        var levelFromOptical: Rotation {
            RigidTransform<WorldSpace, OdometrySpace>.flip.rotation * odometryFromOptical.rotation
        }
    }

    /// A place that was recognised.
    struct Place: Sendable {
        let worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>
        let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
        let inlierCount: Int
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Number of bits in which descriptors of one point may differ.
        ///
        /// Unit: bits of 256. Range: 40…90. Origin: by hand.
        var descriptorDistance = 64
        /// Number of keyframes that are compared in one call.
        ///
        /// Unit: keyframes. Range: 1…16. Origin: by hand: the time of one step.
        var keyframesPerCall = 4
        /// Number of random samples for a pose.
        ///
        /// Unit: samples. Range: 50…500. Origin: by hand.
        var rounds = 120
        /// Number of inliers that a pose needs.
        ///
        /// Unit: correspondences. Range: 8…30. Origin: by hand.
        var fewestInliers = 12
        /// Reprojection error up to which a correspondence is an inlier.
        ///
        /// Unit: pixels. Range: 2…8. Origin: by hand.
        var tolerancePixels = 5.0
        /// Number of corners of an image that are described.
        ///
        /// Unit: corners. Range: 200…800. Origin: by hand: the time of one step.
        var cornerCount = 400
        /// Overlap of the two halves of an image, so that corners at the seam have their surroundings.
        ///
        /// Unit: pixels. Range: 40…100. Origin: by hand: the size of a descriptor's patch.
        var overlapPixels = 64
    }

    private static let tuning = Tuning()

    private var query: Query?
    /// An image whose lower half is not described yet.
    private var part: (query: Query, image: GrayImage, roll: Double)?
    private var nextKeyframe = 0
    private var generator = SeededGenerator(seed: 2)

    /// Whether a search is under way.
    var isBusy: Bool { query != nil }
    /// Whether the lower half of an image waits to be described.
    var isHalfDescribed: Bool { part != nil }

    /// Ends the search.
    mutating func cancel() {
        query = nil
        part = nil
    }

    /// Describes the upper half of an image; the rest is for the next frame, because the whole would take too long for
    /// one.
    mutating func describe(_ image: PosedImage, _ describer: ImageDescriber) {
        let corners = Self.corners(of: image.image, isUpper: true, image.roll, describer)
        let query = Query(corners: corners, lens: image.lens, odometryFromOptical: image.odometryFromOptical)
        part = (query, image.image, image.roll)
    }

    /// Describes the lower half and begins the search.
    mutating func describeRest(_ describer: ImageDescriber) {
        guard let part else { return }
        var query = part.query
        query.corners += Self.corners(of: part.image, isUpper: false, part.roll, describer)
        self.part = nil
        self.query = query
        nextKeyframe = 0
    }

    private static func corners(
        of image: GrayImage,
        isUpper: Bool,
        _ roll: Double,
        _ describer: ImageDescriber
    ) -> [DescribedCorner] {
        let middle = image.height / 2
        let rows =
            isUpper
            ? 0..<min(image.height, middle + tuning.overlapPixels)
            : max(0, middle - tuning.overlapPixels)..<image.height
        let pixels = Array(image.pixels[rows.lowerBound * image.width..<rows.upperBound * image.width])
        let half = GrayImage(width: image.width, height: rows.count, pixels: pixels)
        let count = tuning.cornerCount * rows.count / max(1, image.height)
        return describer.describeCorners(of: half, roll: roll, count: count).compactMap { corner in
            var corner = corner
            corner.pixel.y += Float(rows.lowerBound)
            return (corner.pixel.y < Float(middle)) == isUpper ? corner : nil
        }
    }

    /// Searches the next keyframes of an order; returns the place once it is found and ends when all were searched.
    mutating func step(in map: WorldMap, order: [Int]) -> Place? {
        guard let query else { return nil }
        for _ in 0..<Self.tuning.keyframesPerCall {
            guard nextKeyframe < order.count else {
                self.query = nil
                return nil
            }
            let keyframe = map.keyframes[order[nextKeyframe]]
            nextKeyframe += 1
            if let place = place(of: query, by: keyframe, in: map) {
                self.query = nil
                return place
            }
        }
        return nil
    }

    private mutating func place(of query: Query, by keyframe: Keyframe, in map: WorldMap) -> Place? {
        let pairs = Self.matches(of: keyframe, in: query.corners)
        guard pairs.count >= Self.tuning.fewestInliers else { return nil }
        let observations = pairs.map { Self.observation(map.points[$0.point], query.corners[$0.corner], query) }
        let tolerance = Self.tuning.tolerancePixels / query.lens.focalLengthPixels.x
        guard let rough = consensus(observations, tolerance: tolerance) else { return nil }
        let all = Self.observationsNear(rough, in: map, query)
        let inliers = all.filter { rough.angularError($0) ?? .infinity < tolerance }
        guard inliers.count >= Self.tuning.fewestInliers, Self.isSpread(inliers) else { return nil }
        let pose = rough.refined(inliers, angleSigma: 1 / query.lens.focalLengthPixels.x)
        let good = all.count { pose.angularError($0) ?? .infinity < tolerance }
        guard good >= Self.tuning.fewestInliers, 2 * good > all.count else { return nil }
        return Self.place(pose, query, good)
    }

    private static func place(_ pose: GravityPose, _ query: Query, _ inlierCount: Int) -> Place {
        let rotation = pose.rotation * RigidTransform<WorldSpace, OdometrySpace>.flip.rotation
        let worldFromOdometry = RigidTransform<WorldSpace, OdometrySpace>(
            rotation: rotation,
            translation: pose.position - rotation * query.odometryFromOptical.translation
        )
        return Place(
            worldFromOdometry: worldFromOdometry,
            worldFromOptical: worldFromOdometry * query.odometryFromOptical,
            inlierCount: inlierCount
        )
    }

    /// For each landmark of a keyframe the one corner that is clearly most like it.
    private static func matches(of keyframe: Keyframe, in corners: [DescribedCorner]) -> [(point: Int, corner: Int)] {
        var best: [(point: Int, corner: Int, distance: Int)] = []
        for observation in keyframe.observations {
            var first = (distance: 257, corner: -1)
            var second = 257
            for (index, corner) in corners.enumerated() {
                let distance = corner.descriptor.distance(to: observation.descriptor)
                guard distance < second else { continue }
                if distance < first.distance {
                    if first.corner >= 0, !isSamePlace(corners[first.corner], corner) { second = first.distance }
                    first = (distance, index)
                } else if !isSamePlace(corners[first.corner], corner) {
                    second = distance
                }
            }
            guard first.distance < tuning.descriptorDistance, 10 * first.distance < 9 * second else { continue }
            best.append((Int(observation.point), first.corner, first.distance))
        }
        // Of a landmark's looks, and of the landmarks that claim one corner, the nearest wins.
        best = best.sorted(byKey: { Double($0.corner) }).sorted(byKey: { Double($0.point) })
            .sorted(byKey: { Double($0.distance) })
        var result: [(point: Int, corner: Int)] = []
        for pair in best where !result.contains(where: { $0.point == pair.point || $0.corner == pair.corner }) {
            result.append((pair.point, pair.corner))
        }
        return result
    }

    private static func isSamePlace(_ a: DescribedCorner, _ b: DescribedCorner) -> Bool {
        let offset = a.pixel - b.pixel
        return (offset * offset).sum() < 64
    }

    private static func observation(
        _ point: MapPoint,
        _ corner: DescribedCorner,
        _ query: Query
    ) -> GravityPose.Observation {
        let pixel = Vector2(Double(corner.pixel.x), Double(corner.pixel.y))
        return GravityPose.Observation(
            pointInWorld: point.pointInWorld,
            direction: query.levelFromOptical * query.lens.direction(ofPixel: pixel),
            sigma: point.sigma
        )
    }

    /// The pose that most observations agree on (RANSAC over pairs).
    private mutating func consensus(_ observations: [GravityPose.Observation], tolerance: Double) -> GravityPose? {
        var best: (pose: GravityPose, count: Int)?
        for _ in 0..<Self.tuning.rounds {
            let first = generator.nextIndex(below: observations.count)
            let second = generator.nextIndex(below: observations.count)
            guard first != second else { continue }
            for pose in GravityPose.candidates(observations[first], observations[second]) {
                let count = observations.count { pose.angularError($0) ?? .infinity < 2 * tolerance }
                if count > best?.count ?? 7 { best = (pose, count) }
            }
        }
        guard let best, 4 * best.count > observations.count else { return nil }
        let inliers = observations.filter { best.pose.angularError($0) ?? .infinity < 2 * tolerance }
        return best.pose.refined(inliers, angleSigma: tolerance)
    }

    /// Every landmark of the map that the pose puts near a corner which looks like it.
    private static func observationsNear(
        _ pose: GravityPose,
        in map: WorldMap,
        _ query: Query
    ) -> [GravityPose.Observation] {
        let opticalFromWorld = place(pose, query, 0).worldFromOptical.inverse
        var taken = [Bool](repeating: false, count: map.points.count)
        var result: [GravityPose.Observation] = []
        for keyframe in map.keyframes {
            let offset = keyframe.worldFromOptical.translation - pose.position
            guard offset.length < 2 else { continue }
            for observation in keyframe.observations where !taken[Int(observation.point)] {
                let point = map.points[Int(observation.point)]
                guard let pixel = query.lens.pixel(of: opticalFromWorld * point.pointInWorld),
                    query.lens.contains(pixel),
                    let corner = cornerNear(pixel, like: observation.descriptor, in: query.corners)
                else { continue }
                taken[Int(observation.point)] = true
                result.append(Self.observation(point, corner, query))
            }
        }
        return result
    }

    private static func cornerNear(
        _ pixel: Vector2,
        like descriptor: BinaryDescriptor,
        in corners: [DescribedCorner]
    ) -> DescribedCorner? {
        let target = SIMD2(Float(pixel.x), Float(pixel.y))
        var best: (corner: DescribedCorner, distance: Int)?
        for corner in corners {
            let offset = corner.pixel - target
            guard (offset * offset).sum() < 144 else { continue }
            let distance = corner.descriptor.distance(to: descriptor)
            if distance < best?.distance ?? (tuning.descriptorDistance - 8) { best = (corner, distance) }
        }
        return best?.corner
    }

    /// Whether the observations do not all come from one spot of the image.
    private static func isSpread(_ observations: [GravityPose.Observation]) -> Bool {
        let middle = observations.reduce(Vector3.zero) { $0 + $1.direction } / Double(observations.count)
        let wide = observations.count { ($0.direction - middle).length > 0.08 }
        return 3 * wide > observations.count
    }
}
