import Depth
import Geometry
import Reconstruction

/// The surfaces of one world after another as mesh anchors.
package struct WorldMesh {
    /// What a map changed.
    struct Update {
        let map: DepthMap
        let changes: MeshAnchorChanges
    }

    package private(set) var tracker = MeshTracker()
    private var maps = ViewpointMaps()
    package private(set) var viewpoints = Viewpoints()
    private var epoch: Int32?

    /// Fuses a map; the anchors of an earlier world are gone then.
    mutating func fuse(_ estimate: KeyframeMaps.Estimate) -> Update {
        if let epoch, epoch != estimate.epoch {
            tracker.reset()
            maps = ViewpointMaps()
            viewpoints = Viewpoints()
        }
        epoch = estimate.epoch
        maps.add(estimate.map)
        viewpoints.add(estimate.map.worldFromOptical.translation)
        return Update(map: estimate.map, changes: tracker.fuse(estimate.map, colors: estimate.colors))
    }

    /// How much memory the voxels may take from now on, bytes.
    mutating func keep(byteCount: Int) { tracker.keep(byteCount: byteCount) }

    /// What stands on a level surface at a point of the maps' world.
    func thing(at point: Vector3, scaleSigma: Double) -> Result<MeasuredThing, ThingFault> {
        Result { () throws(ThingFault) in
            try ThingMeasurer().measure(maps.maps, at: point, scaleSigma: scaleSigma)
        }
    }
}

extension MeshUpdateRecord {
    /// The number of bytes of an update: the record, then each anchor.
    static func byteCount(of update: WorldMesh.Update) -> Int {
        let changed = update.changes.added + update.changes.updated
        return changed.reduce(stride) { $0 + MeshAnchorRecord.byteCount(of: $1) }
            + update.changes.removed.count * MeshAnchorRecord.stride
    }

    /// Writes an update: the record, the anchors that are gone, those that changed.
    static func write(_ update: WorldMesh.Update, to memory: UnsafeMutableRawBufferPointer) {
        let changed = update.changes.added + update.changes.updated
        let pose = update.map.worldFromOptical
        let (imaginary, real, place) = (pose.rotation.imaginary, pose.rotation.real, pose.translation)
        memory.storeBytes(
            of: update.map.timestampNanoseconds,
            toByteOffset: 8 * timestampNanoseconds,
            as: Int64.self
        )
        memory.put(worldFromOptical, imaginary.x, imaginary.y, imaginary.z, real, place.x, place.y, place.z)
        memory.put(anchorCount, Double(changed.count + update.changes.removed.count))
        var start = stride
        for identifier in update.changes.removed {
            MeshAnchorRecord.writeRemoval(of: identifier, to: .init(rebasing: memory[start...]))
            start += MeshAnchorRecord.stride
        }
        for anchor in changed {
            MeshAnchorRecord.write(anchor, to: .init(rebasing: memory[start...]))
            start += MeshAnchorRecord.byteCount(of: anchor)
        }
    }
}

extension MeshAnchorRecord {
    /// The number of bytes of an anchor: the record, vertices, sigmas, colours and indices, filled up to whole words.
    static func byteCount(of anchor: MeshAnchor) -> Int {
        stride + (20 * anchor.vertices.count + 4 * anchor.indices.count + 7) / 8 * 8
    }

    fileprivate static func writeRemoval(of anchor: Int32, to memory: UnsafeMutableRawBufferPointer) {
        memory[..<stride].initializeMemory(as: UInt8.self, repeating: 0)
        memory.put(identifier, Double(anchor))
    }

    fileprivate static func write(_ anchor: MeshAnchor, to memory: UnsafeMutableRawBufferPointer) {
        memory.put(identifier, Double(anchor.identifier))
        memory.storeBytes(of: anchor.changedNanoseconds, toByteOffset: 8 * changedNanoseconds, as: Int64.self)
        memory.put(origin, Double(anchor.origin.x), Double(anchor.origin.y), Double(anchor.origin.z))
        memory.put(vertexCount, Double(anchor.vertices.count))
        memory.put(triangleCount, Double(anchor.indices.count / 3))
        // What fills up the last word.
        memory.storeBytes(of: 0, toByteOffset: byteCount(of: anchor) - 4, as: UInt32.self)
        var start = stride
        for vertex in anchor.vertices {
            for axis in 0..<3 { memory.storeBytes(of: vertex[axis], toByteOffset: start + 4 * axis, as: Float.self) }
            start += 12
        }
        anchor.sigmas.withUnsafeBytes { memory[start...].copyBytes(from: $0) }
        start += 4 * anchor.sigmas.count
        anchor.colors.withUnsafeBytes { memory[start...].copyBytes(from: $0) }
        start += 4 * anchor.colors.count
        anchor.indices.withUnsafeBytes { memory[start...].copyBytes(from: $0) }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Stores 64-bit floats from a field of a record on.
    package func put(_ field: Int, _ values: Double...) {
        for (index, value) in values.enumerated() {
            storeBytes(of: value, toByteOffset: 8 * (field + index), as: Double.self)
        }
    }
}
