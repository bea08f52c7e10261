import Features
import Geometry

extension WorldMap {
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

    /// The map that bytes hold; its landmarks are not taken for those of a session that goes on.
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

extension WorldBuilder {
    /// The map as it is now, with a user's anchors, to be saved.
    public var savedMap: WorldMap {
        var saved = map
        saved.closeIdentifiers()
        for index in saved.keyframes.indices { saved.keyframes[index].scaleSigma = 0 }
        saved.anchors = anchors.filter { $0.plane == nil }
        return saved
    }

    /// Starts in a saved map: its place is looked for, and its anchors are there once it is recognised.
    ///
    /// Call before the first picture; planes are found anew.
    public mutating func load(_ saved: WorldMap) {
        forgetPlace(keepsAnchors: false)
        map = saved
        // Of no time: all of the map's keyframes are old ones.
        for index in map.keyframes.indices { map.keyframes[index].timestampNanoseconds = .min / 2 }
        anchors = saved.anchors
        for anchor in anchors { events.append(.added(anchor)) }
        nextAnchorIdentifier = (anchors.map { $0.identifier }.max() ?? 0) + 1
        epoch = nil
    }
}
