import Features
import Geometry
import Surfaces
import TestWorlds
import Testing

@testable import Odometry
@testable import WorldTracking

@Suite("A scale that turns out to be another")
struct ScaleChangeTests {
    let describer = ImageDescriber()

    /// The image at a time in a world that is larger, turned and shifted, as another estimator may have it.
    static func picture(at time: Double, size: Double, isFirst: Bool = false) -> TrackedImage {
        var image = SyntheticRoom().picture(at: time)
        let other = RigidTransform<OdometrySpace, OdometrySpace>(
            rotation: Rotation(angle: 0.4, axis: Vector3(0, 0, 1)),
            translation: Vector3(0.3, -0.2, 0.1)
        )
        if isFirst, let former = image.odometryFromOptical {
            // Most landmarks lie on planes; what does not is moved by what the estimators say.
            image.odometry = Self.frame(of: former, changedBy: 1.4)
        }
        image.epoch = 1
        image.odometryFromOptical = image.odometryFromOptical.map {
            other * RigidTransform(rotation: $0.rotation, translation: $0.translation * size)
        }
        for index in image.landmarks.indices {
            image.landmarks[index].pointInOdometry = other * (image.landmarks[index].pointInOdometry * size)
        }
        return image
    }

    /// What an odometry says whose landmarks are farther by a factor than those of the estimator before it.
    private static func frame(
        of former: RigidTransform<OdometrySpace, OpticalSpace>,
        changedBy scale: Double
    ) -> OdometryFrame {
        OdometryFrame(
            timestampNanoseconds: 0,
            state: .normal,
            odometryFromBody: nil,
            velocity: .zero,
            gyroscopeBias: .zero,
            accelerometerBias: .zero,
            calibration: OdometryCalibration(
                camera: SyntheticRoom.lens,
                bodyFromOptical: RigidTransform(rotation: .identity, translation: .zero),
                timeOffset: 0,
                readoutTime: 0
            ),
            positionSigma: .zero,
            filterPositionSigma: .zero,
            rotationSigma: .zero,
            scaleSigma: 0.01,
            fault: nil,
            change: EstimateChange(
                formerFromBody: former * RigidTransform(rotation: .identity, translation: .zero),
                scale: scale
            )
        )
    }

    @Test("planes and what stands on them move to where landmarks are now; the camera stays", arguments: [0.8, 1.2])
    func follow(_ size: Double) throws {
        var world = SyntheticRoom().world()
        _ = world.update(with: SyntheticRoom().picture(at: 3), describer: describer)
        let before = try #require(world.currentFrame?.camera)
        let table = try #require(world.planes.first { abs($0.center.y - SyntheticRoom.tableHeight) < 0.01 })
        let pixel = try #require(before.pixel(of: table.center))
        let hit = try #require(world.surfaceHit(pixel))
        let standing = world.addAnchor(at: hit).identifier
        let free = world.addAnchor(.init(rotation: .identity, translation: Vector3(0.2, 0.3, -1))).identifier
        _ = world.takeEvents()

        let frame = world.update(with: Self.picture(at: 3, size: size, isFirst: true), describer: describer)
        let after = try #require(frame.camera)
        #expect((after.positionInWorld - before.positionInWorld).length < 1e-9)
        #expect((after.worldFromCamera.rotation.inverse * before.worldFromCamera.rotation).angle < 1e-6)
        func position(_ anchor: Int32) throws -> Vector3 {
            try #require(world.anchor(anchor)).worldFromAnchor.translation
        }
        func distance(_ anchor: Int32) throws -> Double { (try position(anchor) - after.positionInWorld).length }
        #expect(abs(try distance(standing) / hit.distance - size) < 0.005)
        let place = try position(standing)
        let shown = try #require(after.pixel(of: place))
        #expect((shown - pixel).length < 0.1)
        #expect(abs(try distance(free) / (Vector3(0.2, 0.3, -1) - before.positionInWorld).length - 1.4) < 1e-9)
        let events = world.takeEvents()
        #expect(!events.contains(.restarted))
        #expect(events.contains { if case .updated(let anchor) = $0 { anchor.identifier == standing } else { false } })

        for step in 1..<60 {
            _ = world.update(with: Self.picture(at: 3 + Double(step) / 20, size: size), describer: describer)
        }
        let later = try #require(world.planes.first { $0.identifier == table.identifier })
        let height = before.positionInWorld.y - size * (before.positionInWorld.y - SyntheticRoom.tableHeight)
        #expect(abs(later.center.y - height) < 0.005)
        #expect(world.planes.count { $0.alignment == .horizontal && abs($0.center.y - height) < 0.1 } == 1)
    }

    @Test("each time the scale becomes better known is a step, also after it was less well known again")
    func steps() {
        var scale = ScaleHistory()
        let camera = Camera(along: Ray(origin: Vector3(1, 2, 3), direction: Vector3(0, 0, -1)))
        let sigmas = [.infinity, 0.2, 0.199, 0.1, 0.15, 0.05]
        for (index, sigma) in sigmas.enumerated() {
            scale.add(sigma: sigma, camera: camera, timestampNanoseconds: Int64(index))
        }
        #expect(scale.sigma == 0.05)
        #expect(scale.steps.map(\.timestampNanoseconds) == [1, 3, 5])
        #expect(scale.steps.allSatisfy { $0.cameraInWorld == Vector3(1, 2, 3) })
        #expect(scale.steps.map(\.sigma) == [0.2, 0.1, 0.05])
        for index in 0..<10_000 {
            let sigma = index % 2 == 0 ? 0.5 : 0.05
            scale.add(sigma: sigma, camera: camera, timestampNanoseconds: Int64(index))
        }
        #expect(scale.steps.count == 200)
    }
}
