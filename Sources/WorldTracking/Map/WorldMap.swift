import Features
import Geometry
import Surfaces

/// What a session remembers of a place: keyframes, their landmarks with descriptors, and anchors.
public struct WorldMap: Equatable, Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Number of keyframes that are kept; the one nearest to its neighbours is removed first.
        ///
        /// Unit: keyframes. Range: 50…500. Origin: by hand: memory.
        var keyframeCapacity = 120
        /// Distance from all others at which a new keyframe is made.
        ///
        /// Unit: metres. Range: 0.1…1. Origin: by hand.
        var keyframeDistance = 0.25
        /// Angle from all others at which a new keyframe is made.
        ///
        /// Unit: radians. Range: 0.15…0.6. Origin: by hand.
        var keyframeAngle = 0.3
    }

    private static let tuning = Tuning()

    private(set) var points: [MapPoint] = []
    /// The indices of the points whose landmarks may be followed.
    private var indices = IdentifierIndex()
    private(set) var keyframes: [Keyframe] = []
    private var nextKeyframeIdentifier: Int32 = 1
    /// The user's anchors, saved with the map.
    public private(set) var anchors: [Anchor] = []

    /// How many keyframes the map has.
    public var keyframeCount: Int { keyframes.count }
    /// How many landmarks the map has.
    public var pointCount: Int { points.count }

    /// An empty map.
    public init() {}

    // MARK: Keyframes

    /// Whether no keyframe of the scale that is known now sees the place from the camera's pose.
    func wantsKeyframe(at worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>, scaleSigma: Double = 0) -> Bool {
        !keyframes.contains { keyframe in
            guard keyframe.isOfScale(scaleSigma) else { return false }
            let offset = (keyframe.worldFromOptical.translation - worldFromOptical.translation).length
            let turn = (keyframe.worldFromOptical.rotation.inverse * worldFromOptical.rotation).angle
            return offset < Self.tuning.keyframeDistance && turn < Self.tuning.keyframeAngle
        }
    }

    /// Adds a keyframe with the descriptors of its landmarks, `described` index by index of `seen`.
    mutating func addKeyframe(
        at worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>,
        timestampNanoseconds: Int64,
        scaleSigma: Double = 0,
        seen: [WorldLandmark],
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
        if keyframes.count > Self.tuning.keyframeCapacity { dropMostCrowded() }
    }

    /// Brings the positions of landmarks that are still followed up to date.
    mutating func refresh(_ seen: [WorldLandmark]) {
        for point in seen {
            if let index = indexOfPoint(point.identifier) { improve(index, with: point) }
        }
    }

    /// After this no landmark of the odometry is matched with one of the map: its identifiers restart.
    mutating func closeIdentifiers() {
        for index in points.indices { points[index].identifier = -1 }
        indices.removeAll()
    }

    private mutating func store(_ point: WorldLandmark) -> Int32? {
        let sigma = point.covariance.trace.squareRoot()
        guard sigma.isFinite, sigma < 0.1 else { return nil }
        if let index = indexOfPoint(point.identifier) {
            improve(index, with: point)
            return Int32(index)
        }
        if point.identifier >= 0 { indices.insert(Int32(points.count), for: point.identifier) }
        points.append(MapPoint(identifier: point.identifier, pointInWorld: point.pointInWorld, sigma: sigma))
        return Int32(points.count - 1)
    }

    private mutating func improve(_ index: Int, with point: WorldLandmark) {
        let sigma = point.covariance.trace.squareRoot()
        guard sigma.isFinite, sigma < 1.2 * points[index].sigma else { return }
        points[index].pointInWorld = point.pointInWorld
        points[index].sigma = sigma
    }

    private func indexOfPoint(_ identifier: Int32) -> Int? { indices[identifier].map { Int($0) } }

    /// Drops the keyframe whose nearest neighbour is the nearest of all, and the points that no keyframe sees any more.
    private mutating func dropMostCrowded() {
        var best = (index: 0, distance: Double.infinity)
        for (index, keyframe) in keyframes.enumerated().dropLast() {
            for other in keyframes where other.identifier != keyframe.identifier {
                let offset = (keyframe.worldFromOptical.translation - other.worldFromOptical.translation).length
                let turn = (keyframe.worldFromOptical.rotation.inverse * other.worldFromOptical.rotation).angle
                let distance = offset / Self.tuning.keyframeDistance + turn / Self.tuning.keyframeAngle
                if distance < best.distance { best = (index, distance) }
            }
        }
        keyframes.remove(at: best.index)
        dropUnseenPoints()
    }

    /// Drops the keyframes of a world whose scale was not known yet.
    mutating func dropUnsureKeyframes() {
        keyframes.removeAll { $0.scaleSigma > 0 }
        dropUnseenPoints()
    }

    private mutating func dropUnseenPoints() {
        var isSeen = [Bool](repeating: false, count: points.count)
        for keyframe in keyframes { for observation in keyframe.observations { isSeen[Int(observation.point)] = true } }
        var newIndices = [Int32](repeating: -1, count: points.count)
        var kept: [MapPoint] = []
        for index in points.indices where isSeen[index] {
            newIndices[index] = Int32(kept.count)
            kept.append(points[index])
        }
        points = kept
        indices = IdentifierIndex(points.map { $0.identifier })
        for frame in keyframes.indices {
            for index in keyframes[frame].observations.indices {
                let old = Int(keyframes[frame].observations[index].point)
                keyframes[frame].observations[index].point = newIndices[old]
            }
        }
    }

    // MARK: Saving

    /// The map with a user's anchors, to be saved: of no session, and of a known scale.
    func saved(with anchors: [Anchor]) -> WorldMap {
        var saved = self
        saved.closeIdentifiers()
        for index in saved.keyframes.indices { saved.keyframes[index].scaleSigma = 0 }
        saved.anchors = anchors
        return saved
    }

    /// A saved map for a new session: all of its keyframes are old ones.
    func loaded() -> WorldMap {
        var loaded = self
        for index in loaded.keyframes.indices { loaded.keyframes[index].timestampNanoseconds = .min / 2 }
        return loaded
    }

    private static let magic: UInt64 = 0x50_414D_4C53  // "SLMAP"
    private static let version: UInt32 = 1

    /// The map as bytes: magic, version, points, keyframes, anchors; numbers with the least significant byte first.
    public func encoded() -> [UInt8] {
        var writer = MapWriter()
        writer.write(Self.magic, count: 5)
        writer.write(UInt64(Self.version), count: 4)
        writer.write(Int32(points.count))
        for point in points {
            writer.write(point.pointInWorld)
            writer.write(point.sigma)
        }
        writer.write(Int32(keyframes.count))
        for keyframe in keyframes { write(keyframe, to: &writer) }
        writer.write(Int32(anchors.count))
        for anchor in anchors {
            writer.write(anchor.identifier)
            writer.write(anchor.worldFromAnchor)
        }
        return writer.bytes
    }

    private func write(_ keyframe: Keyframe, to writer: inout MapWriter) {
        writer.write(keyframe.identifier)
        writer.write(UInt64(bitPattern: keyframe.timestampNanoseconds))
        writer.write(keyframe.worldFromOptical)
        writer.write(Int32(keyframe.observations.count))
        for observation in keyframe.observations {
            writer.write(observation.point)
            for index in 0..<4 { writer.write(observation.descriptor.words[index]) }
        }
    }

    /// The map that bytes hold; its landmarks are not taken for those of a running session.
    public init(decoding bytes: [UInt8]) throws(WorldMapError) {
        var reader = MapReader(bytes: bytes)
        guard bytes.count >= 5, try reader.word(count: 5) == Self.magic else { throw .isNoMap }
        let version = UInt32(truncatingIfNeeded: try reader.word(count: 4))
        guard version == Self.version else { throw .unknownVersion(version) }
        for _ in 0..<(try reader.count(of: 32)) {
            points.append(MapPoint(identifier: -1, pointInWorld: try reader.vector(), sigma: try reader.number()))
        }
        for _ in 0..<(try reader.count(of: 72)) {
            let keyframe = try Self.keyframe(&reader, pointCount: points.count)
            nextKeyframeIdentifier = max(nextKeyframeIdentifier, keyframe.identifier &+ 1)
            keyframes.append(keyframe)
        }
        for _ in 0..<(try reader.count(of: 60)) {
            let identifier = try reader.integer()
            guard identifier > 0, identifier < .max / 2 else { try reader.fail() }
            let anchor = Anchor(identifier: identifier, worldFromAnchor: try reader.transform(), kind: .place)
            anchors.append(anchor)
        }
    }

    private static func keyframe(_ reader: inout MapReader, pointCount: Int) throws(WorldMapError) -> Keyframe {
        let identifier = try reader.integer()
        guard identifier > 0, identifier < .max / 2 else { try reader.fail() }
        let timestamp = Int64(bitPattern: try reader.word())
        let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace> = try reader.transform()
        var observations: [MapObservation] = []
        for _ in 0..<(try reader.count(of: 36)) {
            let point = try reader.integer()
            guard point >= 0, Int(point) < pointCount else { try reader.fail() }
            let words = SIMD4(try reader.word(), try reader.word(), try reader.word(), try reader.word())
            observations.append(MapObservation(point: point, descriptor: BinaryDescriptor(words: words)))
        }
        return Keyframe(
            identifier: identifier,
            worldFromOptical: worldFromOptical,
            timestampNanoseconds: timestamp,
            observations: observations
        )
    }
}

/// A landmark that the map keeps, to recognise the place: all that is saved of it.
struct MapPoint: Equatable, Sendable {
    /// The landmark's identifier while it was followed; −1 after that.
    fileprivate var identifier: Int32
    fileprivate(set) var pointInWorld: Vector3
    /// The square root of the covariance's trace, metres.
    fileprivate(set) var sigma: Double
}

/// What a keyframe saw of a map point.
struct MapObservation: Equatable, Sendable {
    /// The point's index in the map's list.
    fileprivate(set) var point: Int32
    let descriptor: BinaryDescriptor
}

/// An image that the map keeps as descriptors of its landmarks.
struct Keyframe: Equatable, Sendable {
    let identifier: Int32
    let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    fileprivate(set) var timestampNanoseconds: Int64
    fileprivate(set) var observations: [MapObservation]
    /// How well the world's scale was known when it was made, as a fraction; a saved map's counts as known.
    fileprivate(set) var scaleSigma = 0.0

    /// Whether it is of a world whose scale was not much less certain than now.
    func isOfScale(_ scaleSigma: Double) -> Bool { self.scaleSigma < 2 * scaleSigma + 0.004 }
}
