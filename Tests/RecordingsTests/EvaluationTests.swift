import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite("Evaluation of trajectories")
struct EvaluationTests {
    /// A walk in three dimensions that turns all the time.
    private func pose(_ seconds: Double) -> RigidTransform<OdometrySpace, BodySpace> {
        RigidTransform(
            rotation: Rotation(exp: Vector3(0.3 * sin(seconds), 0.2, seconds / 3)),
            translation: Vector3(3 * cos(seconds / 2), 2 * sin(seconds / 3), 0.5 * sin(seconds))
        )
    }

    private var truth: [TruthState] {
        (0...2000).map { index in
            TruthState(timestampNanoseconds: Int64(index) * 10_000_000, worldFromBody: pose(Double(index) / 100))
        }
    }

    /// The truth seen in a world turned about the vertical and shifted, with all lengths times a factor.
    private func estimate(yaw: Double, scale: Double = 1, noise: Double = 0) -> [TimedPose] {
        var generator = SeededGenerator(seed: 7)
        let turn = Rotation(exp: Vector3(0, 0, yaw))
        return (1..<400).map { index in
            let seconds = Double(index) / 20 - 0.0031
            let exact = pose(seconds)
            let shake = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * noise
            return TimedPose(
                timestampNanoseconds: Int64(seconds * 1e9),
                worldFromBody: RigidTransform(
                    rotation: turn * exact.rotation,
                    translation: turn * exact.translation * scale + Vector3(5, -2, 1) + shake
                )
            )
        }
    }

    @Test("a turn about the vertical and a shift cost nothing")
    func alignment() throws {
        let pairing = TrajectoryPairing(estimate: estimate(yaw: 2.2), truth: truth)
        #expect(pairing.pairs.count == 399)
        let error = try #require(TrajectoryError(pairing))
        #expect(error.rmse < 1e-4)
        #expect(abs(error.scale - 1) < 1e-4)
        let relative = try #require(RelativePoseError(pairing))
        #expect(relative.translation < 1e-4)
        #expect(relative.rotation < 1e-4)
        #expect(relative.count > 370)
    }

    @Test("a stated error that fits counts one, one that is too small counts more")
    func consistency() throws {
        let pairing = TrajectoryPairing(estimate: estimate(yaw: 2.2, noise: 0.01), truth: truth)
        // What the first pose is off by is shared by all: its variance adds to theirs.
        func normalized(_ sigma: Double) throws -> Double {
            let stamps = pairing.pairs.map(\.timestampNanoseconds)
            let sigmas = Dictionary(uniqueKeysWithValues: stamps.map { ($0, Vector3(sigma, sigma, sigma)) })
            return try #require(PositionConsistency(pairing, sigmas: sigmas)).normalizedSquaredError
        }
        #expect(try (1...4).contains(normalized(0.01)))
        #expect(abs(try normalized(0.005) / normalized(0.01) - 4) < 1e-9)
        #expect(PositionConsistency(pairing, sigmas: [:]) == nil)
    }

    @Test("a wrong scale is found, and counts in the metric error alone")
    func scale() throws {
        let error = try #require(
            TrajectoryError(TrajectoryPairing(estimate: estimate(yaw: -1, scale: 0.9), truth: truth))
        )
        #expect(abs(error.scale - 1 / 0.9) < 1e-4)
        #expect(error.rmse > 0.1)
        #expect(error.rmseWithFreeScale < 1e-4)
    }

    @Test("noise of 2 cm an axis is an error of 2 √3 cm")
    func noise() throws {
        let error = try #require(
            TrajectoryError(TrajectoryPairing(estimate: estimate(yaw: 1, noise: 0.02), truth: truth))
        )
        #expect(abs(error.rmse - 0.0346) < 0.002)
        #expect(error.maximum > error.rmse)
    }

    @Test("a tilt does cost: gravity is known")
    func tilt() throws {
        let tilted = truth.map { state in
            TimedPose(
                timestampNanoseconds: state.timestampNanoseconds,
                worldFromBody: RigidTransform(rotation: Rotation(exp: Vector3(0.2, 0, 0)), translation: .zero)
                    * RigidTransform<OdometrySpace, OdometrySpace>.identity * state.worldFromBody
            )
        }
        let error = try #require(TrajectoryError(TrajectoryPairing(estimate: tilted, truth: truth)))
        #expect(error.rmse > 0.1)
    }

    @Test("one pose or none cannot be evaluated")
    func tooFew() {
        #expect(TrajectoryError(TrajectoryPairing(estimate: [], truth: truth)) == nil)
        #expect(TrajectoryError(TrajectoryPairing(estimate: Array(estimate(yaw: 0).prefix(1)), truth: truth)) == nil)
        #expect(RelativePoseError(TrajectoryPairing(estimate: [], truth: [])) == nil)
    }

    @Test("estimates outside the truth's time are left out")
    func outside() {
        let late = TimedPose(timestampNanoseconds: 30_000_000_000, worldFromBody: .identity)
        let early = TimedPose(timestampNanoseconds: -5, worldFromBody: .identity)
        #expect(TrajectoryPairing(estimate: [early, late], truth: truth).pairs.isEmpty)
    }
}
