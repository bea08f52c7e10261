import Features
import Geometry

/// What a session remembers of a place: keyframes, their landmarks with descriptors, planes and anchors.
public struct WorldMap: Equatable, Sendable {
    /// How many keyframes are kept; the one nearest to its neighbours goes first.
    static let keyframeCapacity = 120
    /// A new keyframe is made this far from the others, metres.
    static let keyframeDistance = 0.25
    /// A new keyframe is made this much turned from the others, radians.
    static let keyframeAngle = 0.3

    var points: [MapPoint] = []
    var keyframes: [Keyframe] = []
    var nextKeyframeIdentifier: Int32 = 1
    /// The user's anchors, saved with the map.
    public internal(set) var anchors: [Anchor] = []

    /// How many keyframes the map has.
    public var keyframeCount: Int { keyframes.count }
    /// How many landmarks the map has.
    public var pointCount: Int { points.count }

    /// An empty map.
    public init() {}

    /// Whether a keyframe is of a world whose scale was not much less certain than now.
    static func isOfScale(_ keyframe: Keyframe, _ scaleSigma: Double) -> Bool {
        keyframe.scaleSigma < 2 * scaleSigma + 0.004
    }

    /// Whether a camera sees the place from where no keyframe of the scale that is known now has.
    func wantsKeyframe(at worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>, scaleSigma: Double = 0) -> Bool {
        !keyframes.contains { keyframe in
            guard Self.isOfScale(keyframe, scaleSigma) else { return false }
            let offset = (keyframe.worldFromOptical.translation - worldFromOptical.translation).length
            let turn = (keyframe.worldFromOptical.rotation.inverse * worldFromOptical.rotation).angle
            return offset < Self.keyframeDistance && turn < Self.keyframeAngle
        }
    }

    /// Adds a keyframe with the descriptors of its landmarks, `described` index by index of `seen`.
    mutating func addKeyframe(
        at worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>,
        timestampNanoseconds: Int64,
        scaleSigma: Double = 0,
        seen: [FramePoint],
        described: [(index: Int, descriptor: BinaryDescriptor)]
    ) {
        var observations: [MapObservation] = []
        for (index, descriptor) in described {
            let point = index < seen.count ? store(seen[index]) : nil
            if let point { observations.append(MapObservation(point: point, descriptor: descriptor)) }
        }
        guard observations.count >= 12 else { return }
        let keyframe = Keyframe(
            identifier: nextKeyframeIdentifier,
            worldFromOptical: worldFromOptical,
            timestampNanoseconds: timestampNanoseconds,
            observations: observations,
            scaleSigma: scaleSigma
        )
        nextKeyframeIdentifier += 1
        keyframes.append(keyframe)
        if keyframes.count > Self.keyframeCapacity { dropMostCrowded() }
    }

    /// Brings the positions of landmarks that are still followed up to date.
    mutating func refresh(_ seen: [FramePoint]) {
        for point in seen {
            if let index = indexOfPoint(point.identifier) { improve(index, with: point) }
        }
    }

    /// After this no landmark of the odometry is taken for one of the map: its identifiers start anew.
    mutating func closeIdentifiers() {
        for index in points.indices { points[index].identifier = -1 }
    }

    private mutating func store(_ point: FramePoint) -> Int32? {
        let sigma = point.covariance.trace.squareRoot()
        guard sigma.isFinite, sigma < 0.1 else { return nil }
        if let index = indexOfPoint(point.identifier) {
            improve(index, with: point)
            return Int32(index)
        }
        points.append(MapPoint(identifier: point.identifier, pointInWorld: point.pointInWorld, sigma: sigma))
        return Int32(points.count - 1)
    }

    private mutating func improve(_ index: Int, with point: FramePoint) {
        let sigma = point.covariance.trace.squareRoot()
        guard sigma.isFinite, sigma < 1.2 * points[index].sigma else { return }
        points[index].pointInWorld = point.pointInWorld
        points[index].sigma = sigma
    }

    /// Newest first: what is followed now was stored last.
    private func indexOfPoint(_ identifier: Int32) -> Int? {
        guard identifier >= 0 else { return nil }
        return points.lastIndex { $0.identifier == identifier }
    }

    /// Drops the keyframe whose nearest neighbour is the nearest of all, and the points that no keyframe sees any more.
    private mutating func dropMostCrowded() {
        var best = (index: 0, distance: Double.infinity)
        for (index, keyframe) in keyframes.enumerated().dropLast() {
            for other in keyframes where other.identifier != keyframe.identifier {
                let offset = (keyframe.worldFromOptical.translation - other.worldFromOptical.translation).length
                let turn = (keyframe.worldFromOptical.rotation.inverse * other.worldFromOptical.rotation).angle
                let distance = offset / Self.keyframeDistance + turn / Self.keyframeAngle
                if distance < best.distance { best = (index, distance) }
            }
        }
        keyframes.remove(at: best.index)
        dropUnseenPoints()
    }

    private mutating func dropUnseenPoints() {
        var isSeen = [Bool](repeating: false, count: points.count)
        for keyframe in keyframes { for observation in keyframe.observations { isSeen[Int(observation.point)] = true } }
        var places = [Int32](repeating: -1, count: points.count)
        var kept: [MapPoint] = []
        for index in points.indices where isSeen[index] {
            places[index] = Int32(kept.count)
            kept.append(points[index])
        }
        points = kept
        for frame in keyframes.indices {
            for index in keyframes[frame].observations.indices {
                let old = Int(keyframes[frame].observations[index].point)
                keyframes[frame].observations[index].point = places[old]
            }
        }
    }
}
