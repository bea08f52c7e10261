import Depth
import Geometry
import TestWorlds
import Testing
import WorldTracking

@testable import WebDepth
@testable import WebEngine

/// The other module's estimator with memory of its own: the module's exports share one, which its own tests use at the
/// same time.
private struct OwnEstimator {
    private var maps = KeyframeMaps()
    var isForOcclusion = false

    /// Adds a keyframe's bytes; the map's bytes, nil if the camera has not moved enough.
    mutating func estimate(_ bytes: [UInt8]) throws -> [UInt8]? {
        let keyframe = try #require(bytes.withUnsafeBytes { WebDepth.DepthKeyframeRecord.keyframe($0) })
        let isAdded = maps.add(keyframe)
        try #require(isAdded)
        guard let estimate = maps.estimate(isForOcclusion: isForOcclusion) else { return nil }
        var result = [UInt8](repeating: 0, count: WebDepth.DepthEstimateRecord.byteCount(of: estimate.map))
        result.withUnsafeMutableBytes { WebDepth.DepthEstimateRecord.write(estimate, to: $0) }
        return result
    }
}

/// Depth maps of a session whose estimator is another module's.
@Suite struct DepthExportTests {
    /// Passes keyframes to the module and its maps back, as the host's worker does after each image; the last estimate.
    private func passMap(_ host: HostSession, through estimator: inout OwnEstimator) throws -> [UInt8]? {
        let keyframe = host.bytes(sightlineSessionTakeDepthKeyframe(host.handle))
        return keyframe.isEmpty ? nil : try estimator.estimate(keyframe)
    }

    /// The pose of a step as the host's numbers give it.
    private func pose(at step: Int) throws -> RigidTransform<OdometrySpace, OpticalSpace> {
        let numbers = HostSession.numbers(of: HostSession.pose(at: step))
        let camera: RigidTransform<WorldSpace, CameraSpace> = try #require(ConfigurationRecord.pose(numbers))
        let cameraFromOptical = RigidTransform<OpticalSpace, CameraSpace>.flip.inverse
        return RigidTransform<WorldSpace, OdometrySpace>.flip.inverse * camera * cameraFromOptical
    }

    private func set(_ estimate: [UInt8], _ host: HostSession) -> DepthMapResultCode? {
        DepthMapResultCode(rawValue: sightlineSessionSetDepthMap(host.handle, estimate, Int32(estimate.count)))
    }

    @Test(arguments: [false, true])
    func `Hits on a map of the other module are exactly the session's own`(_ isForOcclusion: Bool) throws {
        var estimator = OwnEstimator()
        estimator.isForOcclusion = isForOcclusion
        let host = try HostSession()
        let own = Session()
        own.run(withKnownPoses: SessionConfiguration())
        own.startDepth()
        sightlineSessionStartDepth(host.handle)
        for step in 0..<8 {
            try host.watch(step)
            let image = try #require(host.engine.session.world.currentFrame?.image)
            own.add(
                image,
                odometryFromOptical: try pose(at: step),
                lens: HostSession.lens,
                timestampNanoseconds: host.lastStamp
            )
            while own.nextFrame() != nil {}
            guard let estimate = try passMap(host, through: &estimator) else { continue }
            #expect(set(estimate, host) == .done)
            #expect(own.updateDepth(isForOcclusion: isForOcclusion) != nil)
        }
        let map = try #require(own.world.depthMap)
        #expect(map == host.engine.session.world.depthMap)
        #expect(map.fineDepth.isEmpty != isForOcclusion)
        var count = 0
        for x in stride(from: 20.0, to: 300, by: 20) {
            let pixel = Vector2(x, 150)
            let hits = own.world.hitTest(pixel, types: .depth)
            #expect(hits == host.engine.session.world.hitTest(pixel, types: .depth))
            count += hits.count
        }
        #expect(count > 5)
        let record = host.numbers(sightlineSessionDepthMap(host.handle))
        try #require(record.count == DepthMapRecord.count)
        #expect(record[DepthMapRecord.width] == 160 && record[DepthMapRecord.height] == 120)
        #expect(Int64(bitPattern: record[DepthMapRecord.timestampNanoseconds].bitPattern) == map.timestampNanoseconds)
    }

    @Test func `Nothing is chosen unless depth was started, and a map of an earlier world is refused`() throws {
        var estimator = OwnEstimator()
        let host = try HostSession(watching: 2)
        #expect(host.bytes(sightlineSessionTakeDepthKeyframe(host.handle)).isEmpty)
        sightlineSessionStartDepth(host.handle)
        var estimate: [UInt8]?
        for step in 2..<6 {
            try host.watch(step)
            estimate = try passMap(host, through: &estimator) ?? estimate
        }
        let made = try #require(estimate)
        #expect(set(Array(made.dropLast()), host) == .damaged)
        #expect(host.numbers(sightlineSessionDepthMap(host.handle)).isEmpty)
        var broken = made
        broken.withUnsafeMutableBytes {
            $0.storeBytes(of: Float.nan, toByteOffset: WebEngine.DepthEstimateRecord.stride, as: Float.self)
        }
        #expect(set(broken, host) == .damaged)
        // A depth of twice the size that is not there, and a flag that is none.
        for value in [1, 0.5] {
            broken = made
            broken.withUnsafeMutableBytes {
                $0.storeBytes(of: value, toByteOffset: 8 * WebEngine.DepthEstimateRecord.hasFineDepth, as: Double.self)
            }
            #expect(set(broken, host) == .damaged)
        }
        sightlineSessionRestart(host.handle, 1)
        #expect(set(made, host) == .earlierWorld)
        sightlineSessionStopDepth(host.handle)
        #expect(set(made, host) == .earlierWorld)
    }
}
