import Depth
import Geometry
import Testing

@testable import Reconstruction

@Suite("Mesh anchors")
struct MeshTrackerTests {
    static let walk = VoxelVolumeTests.walk

    /// The anchors that are there after all changes; fails if a change does not fit what was there.
    static func anchors(after maps: [DepthMap], _ tracker: inout MeshTracker) -> [Int32: MeshAnchor] {
        var anchors: [Int32: MeshAnchor] = [:]
        for map in maps { apply(tracker.fuse(map), to: &anchors) }
        return anchors
    }

    static func apply(_ changes: MeshAnchorChanges, to anchors: inout [Int32: MeshAnchor]) {
        for identifier in changes.removed { #expect(anchors.removeValue(forKey: identifier) != nil) }
        for anchor in changes.updated { #expect(anchors.updateValue(anchor, forKey: anchor.identifier) != nil) }
        for anchor in changes.added { #expect(anchors.updateValue(anchor, forKey: anchor.identifier) == nil) }
    }

    /// Constants with which every map meshes all that it changed.
    static var thorough: MeshTracker.Tuning {
        var tuning = MeshTracker.Tuning()
        (tuning.meshedBlocks, tuning.movedVoxels, tuning.pieceTriangles) = (100_000, 0, 0)
        return tuning
    }

    @Test("The anchors of a walk lie on the surfaces: 1.5 cm in the mean, 9 of 10 vertices within 3 cm")
    func anchorsLieOnSurfaces() {
        var tracker = MeshTracker()
        let anchors = Self.anchors(after: Self.walk, &tracker)
        let errors = anchors.values
            .flatMap { anchor in anchor.vertices.map { VoxelVolumeTests.distance($0 + anchor.origin) } }.sorted()
        #expect(anchors.count > 20)
        #expect(errors.count > 5_000)
        #expect(errors.reduce(0, +) / Double(errors.count) < 0.015)
        #expect(errors[errors.count * 9 / 10] < 0.03)
    }

    @Test("The anchors together are the whole surface of the volume: nothing is missing or twice at their sides")
    func anchorsAreWholeSurface() {
        let maps = Array(Self.walk.prefix(12))
        var tracker = MeshTracker(tuning: Self.thorough)
        let anchors = Self.anchors(after: maps, &tracker)
        let tuning = Self.thorough
        var configuration = VolumeConfiguration()
        (configuration.voxelSize, configuration.truncationVoxels) = (tuning.voxelSize, tuning.truncationVoxels)
        (configuration.minimumWeight, configuration.maximumWeight) = (tuning.minimumWeight, tuning.maximumWeight)
        let whole = VoxelVolumeTests.filled(maps, configuration).surface()
        let count = anchors.values.reduce(0) { $0 + $1.indices.count / 3 }
        #expect(whole.triangleCount > 3_000)
        #expect(abs(count - whole.triangleCount) <= whole.triangleCount / 200, "\(count), \(whole.triangleCount)")
        let places = Set(whole.positions.map { ($0 * 1_000).rounded(.toNearestOrEven) })
        let vertices = anchors.values.flatMap { anchor in anchor.vertices.map { $0 + anchor.origin } }
        let found = vertices.count { places.contains(($0 * 1_000).rounded(.toNearestOrEven)) }
        #expect(Double(found) > 0.98 * Double(vertices.count))
    }

    @Test("A map meshes no more than its share; what waits comes with the next maps")
    func timeIsBounded() {
        var tuning = MeshTracker.Tuning()
        tuning.meshedBlocks = 1
        var tracker = MeshTracker(tuning: tuning)
        var identifiers: Set<Int32> = []
        for _ in 0..<8 {
            let changes = tracker.fuse(Self.walk[0])
            #expect(changes.added.count + changes.updated.count <= 1)
            identifiers.formUnion(changes.added.map(\.identifier))
        }
        #expect(identifiers.count > 3)
    }

    @Test("A surface that stays where it is is not meshed again")
    func restingSurfacesAreLeft() {
        var tracker = MeshTracker()
        #expect(!tracker.fuse(Self.walk[0]).added.isEmpty)
        for _ in 0..<20 { _ = tracker.fuse(Self.walk[0]) }
        let last = tracker.fuse(Self.walk[0])
        #expect(last == MeshAnchorChanges())
    }

    @Test("The memory is bounded: far anchors go, and no identifier comes twice")
    func memoryIsBounded() {
        var tuning = MeshTracker.Tuning()
        tuning.blockCapacity = 160
        var tracker = MeshTracker(tuning: tuning)
        var anchors: [Int32: MeshAnchor] = [:]
        var gone: Set<Int32> = []
        for map in Self.walk {
            let changes = tracker.fuse(map)
            Self.apply(changes, to: &anchors)
            gone.formUnion(changes.removed)
            #expect(gone.isDisjoint(with: changes.added.map(\.identifier)))
            #expect(tracker.blockCount <= 160)
        }
        #expect(!gone.isEmpty && !anchors.isEmpty)
    }

    @Test("A new world names the anchors that are gone, and new ones have other identifiers")
    func newWorldBeginsAnew() {
        var tracker = MeshTracker()
        var anchors = Self.anchors(after: Array(Self.walk.prefix(4)), &tracker)
        let before = Set(anchors.keys)
        #expect(!before.isEmpty)
        tracker.reset()
        #expect(tracker.byteCount == 0)
        let changes = tracker.fuse(Self.walk[0])
        Self.apply(changes, to: &anchors)
        #expect(Set(changes.removed) == before)
        #expect(!anchors.isEmpty && before.isDisjoint(with: anchors.keys))
    }
}
