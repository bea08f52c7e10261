import Geometry
import Imaging
import Testing

@testable import Depth

typealias OpticalPose = RigidTransform<WorldSpace, OpticalSpace>

@Suite("Depth maps")
struct DepthEstimatorTests {
    /// Four views from side to side, the last a little turned.
    static let poses: [OpticalPose] = [
        OpticalPose(rotation: Rotation(exp: Vector3(0.01, -0.04, 0.01)), translation: Vector3(-0.18, 0.02, 0)),
        OpticalPose(rotation: Rotation(exp: Vector3(0, 0.03, -0.02)), translation: Vector3(0.17, -0.03, 0.04)),
        OpticalPose(rotation: Rotation(exp: Vector3(-0.02, 0, 0)), translation: Vector3(0.02, 0.15, -0.03)),
        OpticalPose(rotation: Rotation(exp: Vector3(0.01, 0.02, 0.03)), translation: Vector3(0, 0, 0)),
    ]

    /// The map of the last pose.
    static func map(
        _ scene: TexturedScene,
        poses: [OpticalPose] = poses,
        lens: CameraModel = TexturedScene.lens,
        withFineDepth: Bool = false,
        exposure: (Int) -> TexturedScene.Exposure = { TexturedScene.Exposure(seed: UInt64($0 + 1)) }
    ) -> DepthMap? {
        let estimator = DepthEstimator()
        for (index, pose) in poses.enumerated() {
            let exposure = exposure(index)
            let image = scene.image(pose, lens: lens, exposure)
            let isTaken = estimator.add(
                image,
                lens: lens,
                worldFromOptical: pose,
                motion: exposure.motion,
                timestampNanoseconds: Int64(index + 1)
            )
            #expect(isTaken)
        }
        return estimator.depthMap(withFineDepth: withFineDepth)
    }

    @Test("A leaning wall with a box before it is measured to one per cent, and the sigma is true")
    func wallAndBox() throws {
        let map = try #require(Self.map(.room))
        #expect(map.width == 160 && map.height == 120)
        let score = DepthScore(map, .room)
        #expect(score.told > 0.7 && score.medianError < 0.01 && score.wrong < 0.02, "\(score)")
        #expect(score.withinOne > 0.6 && score.withinTwo > 0.93, "\(score)")
    }

    @Test("Another exposure of each image changes nothing")
    func exposure() throws {
        let map = try #require(
            Self.map(.room) { index in
                let (gain, offset) = (1 - 0.2 * Double(index), 15 * Double(index))
                return TexturedScene.Exposure(gain: gain, offset: offset, seed: UInt64(index + 1))
            }
        )
        let score = DepthScore(map, .room)
        #expect(score.told > 0.65 && score.medianError < 0.01 && score.wrong < 0.02, "\(score)")
    }

    @Test("A bent lens and a rolling shutter in motion are taken into account")
    func lensAndShutter() throws {
        var lens = TexturedScene.lens
        lens.distortion = .radialTangential(k1: 0.12, k2: -0.1, p1: 0.001, p2: -0.001)
        func motion(_ index: Int) -> CameraMotion {
            CameraMotion(
                angularVelocity: Vector3(0.3, index.isMultiple(of: 2) ? 0.5 : -0.5, 0.2),
                velocity: Vector3(index == 3 ? 0.4 : -0.3, 0.1, 0.2),
                readoutTime: 0.02
            )
        }
        let map = try #require(
            Self.map(.room, lens: lens) { TexturedScene.Exposure(seed: UInt64($0 + 1), motion: motion($0)) }
        )
        let score = DepthScore(map, .room)
        #expect(score.told > 0.65 && score.medianError < 0.01 && score.wrong < 0.02, "\(score)")
    }

    @Test("Standard deviations grow with the errors of the poses that are stated")
    func poseSigma() throws {
        func map(_ rotationSigma: Double) throws -> DepthMap {
            var configuration = DepthConfiguration()
            configuration.rotationSigma = rotationSigma
            let estimator = DepthEstimator(configuration: configuration)
            for (index, pose) in Self.poses.enumerated() {
                estimator.add(
                    TexturedScene.room.image(pose),
                    lens: TexturedScene.lens,
                    worldFromOptical: pose,
                    timestampNanoseconds: Int64(index)
                )
            }
            return try #require(estimator.depthMap())
        }
        let (sure, unsure) = (try map(0), try map(0.004))
        let both = sure.depth.indices.filter { sure.depth[$0] > 0 && unsure.depth[$0] > 0 }
        #expect(both.count > 5_000)
        #expect(both.allSatisfy { unsure.sigma[$0] > sure.sigma[$0] })
    }

    @Test("The same images give the same map")
    func deterministic() { #expect(Self.map(.room) == Self.map(.room)) }

    // MARK: What cannot be known

    @Test("No parallax gives no map: one place, and a pure turn")
    func noParallax() {
        let turned = (0..<4).map {
            OpticalPose(rotation: Rotation(exp: Vector3(0, 0.05 * Double($0), 0)), translation: .zero)
        }
        #expect(Self.map(.room, poses: turned) == nil)
        #expect(Self.map(.room, poses: [Self.poses[0]]) == nil)
        #expect(DepthEstimator().depthMap() == nil)
    }

    @Test("A turn whose pose says that the camera moved is not told as sure")
    func wrongTranslation() throws {
        let estimator = DepthEstimator()
        for index in 0..<4 {
            let turn = Rotation(exp: Vector3(0, 0.04 * Double(index), 0))
            // Half a wall's distance sideways that never was.
            estimator.add(
                TexturedScene.room.image(OpticalPose(rotation: turn, translation: .zero)),
                lens: TexturedScene.lens,
                worldFromOptical: OpticalPose(rotation: turn, translation: Vector3(0, 0.1 * Double(index), 0)),
                timestampNanoseconds: Int64(index)
            )
        }
        // Such images agree best at infinity, which is not reported.
        #expect(try #require(estimator.depthMap()).knownCount < 200)
    }

    @Test("Darkness, an even wall and glare give holes", arguments: [4.0, 120, 250])
    func noTexture(mean: Double) {
        var scene = TexturedScene.room
        (scene.mean, scene.contrast) = (mean, 0)
        let map = Self.map(scene)
        #expect(map?.knownCount ?? 0 < 200)
    }

    @Test("Images of another scene are not matched")
    func unrelated() throws {
        let estimator = DepthEstimator()
        for (index, pose) in Self.poses.enumerated() {
            var scene = TexturedScene.room
            for panel in scene.panels.indices { scene.panels[panel].seed = UInt32(100 * index + panel) }
            estimator.add(
                scene.image(pose),
                lens: TexturedScene.lens,
                worldFromOptical: pose,
                timestampNanoseconds: Int64(index)
            )
        }
        let map = try #require(estimator.depthMap())
        #expect(Double(map.knownCount) < 0.03 * Double(map.depth.count), "\(map.knownCount)")
    }

    @Test(
        "A thing that moves by itself is left open, and what is behind it stays right",
        arguments: [[-0.3, -0.1, 0.05, 0.2], [0.1, 0.12, 0.14, 0.16], [-0.4, 0.3, -0.2, 0], [0, 0.02, 0.05, 0.09]]
    )
    func movingThing(_ places: [Double]) throws {
        func scene(_ index: Int) -> TexturedScene {
            var scene = TexturedScene.room
            scene.panels[1].low?.x += places[index]
            scene.panels[1].high?.x += places[index]
            scene.panels[1].shift = places[index]
            return scene
        }
        let estimator = DepthEstimator()
        for (index, pose) in Self.poses.enumerated() {
            let image = scene(index).image(pose, TexturedScene.Exposure(seed: UInt64(index + 1)))
            let time = Int64(index + 1)
            estimator.add(image, lens: TexturedScene.lens, worldFromOptical: pose, timestampNanoseconds: time)
        }
        let map = try #require(estimator.depthMap())
        var (thing, toldOfThing, wall, toldOfWall, wrongOfWall) = (0, 0, 0, 0, 0)
        for (index, depth) in map.depth.enumerated() {
            let pixel = Vector2(Double(index % map.width) + 0.5, Double(index / map.width) + 0.5)
            let point = map.lens.normalized(ofPixel: pixel)
            let meeting = scene(3).meeting(map.worldFromOptical, Vector3(point.x, point.y, 1))
            guard let (truth, panel, _) = meeting else { continue }
            if panel.seed == 7 {
                thing += 1
                toldOfThing += depth > 0 ? 1 : 0
            } else {
                wall += 1
                toldOfWall += depth > 0 ? 1 : 0
                wrongOfWall += depth > 0 && abs(Double(depth) - truth) > 0.1 * truth ? 1 : 0
            }
        }
        #expect(thing > 2_000 && Double(toldOfThing) < 0.05 * Double(thing), "\(toldOfThing)")
        #expect(Double(toldOfWall) > 0.7 * Double(wall) && Double(wrongOfWall) < 0.01 * Double(wall))
    }

    @Test(
        "A table of glass shows what is below it or what it mirrors, and nothing between",
        arguments: [0.2, 0.35, 0.5]
    )
    func glass(_ share: Double) throws {
        let below = TexturedScene(panels: [.init(z: 1.4, slope: Vector2(0.1, -0.1))])
        let mirrored = TexturedScene(panels: [.init(z: 3.2, seed: 40)])
        let estimator = DepthEstimator()
        for (index, pose) in Self.poses.enumerated() {
            var image = below.image(pose, TexturedScene.Exposure(seed: UInt64(index + 1)))
            let mirror = mirrored.image(pose, TexturedScene.Exposure(seed: UInt64(index + 9)))
            for y in 0..<image.height {
                for x in 0..<image.width {
                    image[x, y] = UInt8(Double(image[x, y]) * (1 - share) + Double(mirror[x, y]) * share)
                }
            }
            let time = Int64(index + 1)
            estimator.add(image, lens: TexturedScene.lens, worldFromOptical: pose, timestampNanoseconds: time)
        }
        let map = try #require(estimator.depthMap())
        var (told, wrong) = (0, 0)
        for (index, depth) in map.depth.enumerated() where depth > 0 {
            let pixel = Vector2(Double(index % map.width) + 0.5, Double(index / map.width) + 0.5)
            let point = map.lens.normalized(ofPixel: pixel)
            let direction = Vector3(point.x, point.y, 1)
            let truths = [below, mirrored].compactMap { $0.meeting(map.worldFromOptical, direction)?.depth }
            told += 1
            if truths.allSatisfy({ abs(Double(depth) - $0) > 0.1 * $0 }) { wrong += 1 }
        }
        #expect(told > 1_000 && Double(wrong) < 0.02 * Double(told), "\(wrong) of \(told)")
    }

    // MARK: Bad input

    @Test("Bad keyframes are refused")
    func refused() {
        let estimator = DepthEstimator()
        let image = GrayImage(width: 320, height: 240, shade: 90)
        func add(
            _ image: GrayImage,
            lens: CameraModel = TexturedScene.lens,
            pose: OpticalPose = .identity,
            motion: CameraMotion? = nil,
            time: Int64 = 10
        ) -> Bool {
            estimator.add(
                image,
                lens: lens,
                worldFromOptical: pose,
                motion: motion,
                timestampNanoseconds: time
            )
        }
        #expect(!add(image, pose: OpticalPose(rotation: .identity, translation: Vector3(.nan, 0, 0))))
        #expect(!add(image, pose: OpticalPose(rotation: .identity, translation: Vector3(1e9, 0, 0))))
        #expect(!add(GrayImage(width: 300, height: 240)))
        var lens = TexturedScene.lens
        lens.focalLengthPixels = Vector2(.nan, 250)
        #expect(!add(image, lens: lens))
        lens.focalLengthPixels = .zero
        #expect(!add(image, lens: lens))
        (lens.width, lens.height, lens.focalLengthPixels) = (16, 12, Vector2(10, 10))
        #expect(!add(GrayImage(width: 16, height: 12), lens: lens))
        (lens.width, lens.height) = (9_000, 40)
        #expect(!add(GrayImage(width: 9_000, height: 40), lens: lens))
        let wild = CameraMotion(angularVelocity: Vector3(.infinity, 0, 0), velocity: .zero, readoutTime: 0.02)
        #expect(!add(image, motion: wild))
        #expect(estimator.keyframes.isEmpty)
        #expect(add(image))
        #expect(!add(image, time: 10) && !add(image, time: 9))
        #expect(estimator.keyframes == [10])
    }

    @Test("Odd shapes of image are taken", arguments: [(64, 480), (480, 33), (33, 33), (641, 359)])
    func oddShapes(width: Int, height: Int) {
        let lens = CameraModel(
            width: width,
            height: height,
            focalLengthPixels: Vector2(200, 200),
            principalPointPixels: Vector2(Double(width), Double(height)) / 2
        )
        for side in [64, 160, 10_000] {
            var configuration = DepthConfiguration()
            configuration.longSide = side
            let estimator = DepthEstimator(configuration: configuration)
            for index in 0..<2 {
                let pose = OpticalPose(rotation: .identity, translation: Vector3(0.1 * Double(index), 0, 0))
                let isTaken = estimator.add(
                    GrayImage(width: width, height: height, shade: 128),
                    lens: lens,
                    worldFromOptical: pose,
                    timestampNanoseconds: Int64(index)
                )
                #expect(isTaken)
            }
            #expect(estimator.depthMap()?.knownCount ?? 0 == 0)
        }
    }

    @Test("No more keyframes are kept than asked for")
    func bounded() {
        var configuration = DepthConfiguration()
        configuration.capacity = 3
        let estimator = DepthEstimator(configuration: configuration)
        for index in 0..<8 {
            estimator.add(
                GrayImage(width: 320, height: 240),
                lens: TexturedScene.lens,
                worldFromOptical: .identity,
                timestampNanoseconds: Int64(index)
            )
        }
        #expect(estimator.keyframes == [5, 6, 7])
        #expect(estimator.depthMap(of: 2) == nil)
        estimator.reset()
        #expect(estimator.keyframes.isEmpty)
    }
}
