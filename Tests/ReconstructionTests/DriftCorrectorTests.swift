import Depth
import Geometry
import Testing

@testable import Reconstruction

/// Maps whose poses drift, over a walk that comes back to rooms that it saw before.
@Suite struct DriftCorrectorTests {
    /// Where the poses of a walk have drifted to after each map: 15 cm and 1.5° at its end.
    private static func drift(_ share: Double) -> RigidTransform<WorldSpace, WorldSpace> {
        RigidTransform(
            rotation: Rotation(exp: Vector3(0, 0.026 * share, 0)),
            translation: Vector3(0.12, 0.02, -0.09) * share
        )
    }

    /// The mean distance of a map's camera from its true place over the walk's last third, metres.
    private static func lateError(corrects: Bool) -> Double {
        var configuration = VolumeConfiguration()
        configuration.voxelSize = 0.03
        var volume = VoxelVolume(configuration: configuration)
        var corrector = DriftCorrector()
        let walk = Flat.walk(seed: 4)
        var (sum, count) = (0.0, 0)
        for (index, map) in walk.enumerated() {
            let share = Double(index) / Double(walk.count)
            let drifted = map.seen(from: drift(share) * map.worldFromOptical)
            let variance = 0.1 * 0.1 * share
            let placed = corrects ? corrector.corrected(drifted, in: volume, driftVariance: variance) : drifted
            volume.integrate(placed)
            guard 3 * index > 2 * walk.count else { continue }
            sum += (placed.worldFromOptical.translation - map.worldFromOptical.translation).length
            count += 1
        }
        return sum / Double(count)
    }

    @Test func `What is seen again is put where it was seen first: a third of the drift is left`() {
        let (without, with) = (Self.lateError(corrects: false), Self.lateError(corrects: true))
        #expect(without > 0.1 && with < without / 3, "\(without) m, corrected \(with) m")
    }

    @Test func `Poses that state no drift are left as they are`() {
        var corrector = DriftCorrector()
        let volume = VoxelVolumeTests.filled(Array(VoxelVolumeTests.walk.prefix(20)))
        for map in VoxelVolumeTests.walk {
            let isSame = corrector.corrected(map, in: volume, driftVariance: 0) == map
            #expect(isSame)
        }
    }
}
