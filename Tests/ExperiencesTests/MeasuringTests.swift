import Experiences
import Features
import Geometry
import SceneGraph
import TestWorlds
import Testing

@testable import WorldTracking

@Suite("Measuring")
struct MeasuringTests {
    /// Points on the synthetic room's table, in the user's world.
    static let a = Vector3(-0.3, SyntheticRoom.tableHeight, -0.9)
    static let b = Vector3(0.3, SyntheticRoom.tableHeight, -0.9)
    static let c = Vector3(0.3, SyntheticRoom.tableHeight, -1.3)

    /// Aims at a point of the world and sets it.
    static func place(_ point: Vector3, _ measuring: inout Measuring, _ world: inout World) -> Bool {
        guard let frame = world.currentFrame, let pixel = frame.camera?.pixel(of: point) else { return false }
        measuring.update(frame, in: world, aimingAt: pixel)
        return measuring.place(in: &world)
    }

    static func measured(_ tool: MeasuringTool, _ points: [Vector3]) -> (Measuring, World) {
        var world = SyntheticRoom().world()
        var measuring = Measuring()
        measuring.choose(tool, in: &world)
        for point in points { #expect(place(point, &measuring, &world)) }
        return (measuring, world)
    }

    @Test("a distance on the table is true to half a centimetre, with a sigma that covers it")
    func distance() throws {
        let (measuring, _) = Self.measured(.distance, [Self.a, Self.b])
        let reading = try #require(measuring.lastReading)
        #expect(abs(reading.value - 0.6) < 0.005)
        #expect(abs(reading.value - 0.6) < 2 * reading.sigma)
        #expect(reading.sigma < 0.02)
        #expect(measuring.mode == .ready && measuring.current == nil && measuring.measurements.count == 1)
    }

    @Test("mode and advice follow the tracking")
    func modes() {
        var world = World()
        var measuring = Measuring()
        let describer = ImageDescriber()
        var early = SyntheticRoom().picture(at: 0)
        early.state = .limited(.initializing)
        measuring.update(world.update(with: early, describer: describer), in: world)
        #expect(measuring.mode == .notReady && measuring.advice == .initializing)
        var unscaled = SyntheticRoom().picture(at: 0.1)
        unscaled.scaleSigma = .infinity
        measuring.update(world.update(with: unscaled, describer: describer), in: world)
        #expect(measuring.mode == .notReady && measuring.advice == .scaleUnknown)
        let isPlaced = measuring.place(in: &world)
        #expect(!isPlaced)
        measuring.update(world.update(with: SyntheticRoom().picture(at: 0.2), describer: describer), in: world)
        #expect(measuring.mode == .ready)
    }

    @Test(
        "a point that is not known well is not ready: the first tap warns, a second at the same place takes it as rough"
    )
    func roughPoints() throws {
        // Landmarks that are hardly known make planes and hits that are hardly known.
        var room = SyntheticRoom()
        room.sigma = 0.15
        var world = room.world()
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        let pixel = try #require(camera.pixel(of: Self.a))
        let elsewhere = try #require(camera.pixel(of: Self.b))
        var measuring = Measuring()
        func tap(_ pixel: Vector2) -> Bool {
            measuring.update(frame, in: world, aimingAt: pixel)
            return measuring.place(in: &world)
        }
        measuring.update(frame, in: world, aimingAt: pixel)
        let sigma = try #require(measuring.aim).sigma
        #expect(sigma > 0.03)
        #expect(measuring.mode == .notReady && measuring.advice.concernsAccuracy && !measuring.isRoughOffered)
        let taps = [tap(pixel), tap(elsewhere), tap(elsewhere), tap(pixel), tap(pixel)]
        #expect(taps == [false, false, true, false, true])
        let measurement = try #require(measuring.measurements.first)
        #expect(measurement.isRough && measurement.points.allSatisfy { $0.isRough })
        #expect(String(decoding: measuring.json, as: UTF8.self).contains("\"rough\":true"))
        var scene = Scene()
        var textures = SolidTextures()
        let root = scene.add(Node("Measuring"))
        measuring.draw(in: &scene, under: root, camera: camera, textures: &textures)
        #expect(scene.children(of: root).count { scene[$0].name == "Bar" } > 2)
    }

    @Test("a point that is known well is set at once and is not rough")
    func accuratePoints() throws {
        let (measuring, _) = Self.measured(.distance, [Self.a, Self.b])
        #expect(measuring.measurements.first?.isRough == false)
        #expect(String(decoding: measuring.json, as: UTF8.self).contains("\"rough\":false"))
    }

    @Test("chain, area, angle, height and volume tell what geometry says")
    func otherKinds() throws {
        var (chain, chainWorld) = Self.measured(.chain, [Self.a, Self.b, Self.c])
        chain.finish(in: &chainWorld)
        #expect(abs(try #require(chain.lastReading).value - 1) < 0.01)

        var (area, areaWorld) = Self.measured(.area, [Self.a, Self.b, Self.c])
        area.finish(in: &areaWorld)
        let triangle = try #require(area.lastReading)
        #expect(abs(triangle.value - 0.12) < 0.005)
        #expect(triangle.quantity == .area && abs(triangle.value - 0.12) < 3 * triangle.sigma)

        let (angle, _) = Self.measured(.angle, [Self.a, Self.b, Self.c])
        #expect(abs(try #require(angle.lastReading).value - .pi / 2) < 0.02)

        let (volume, _) = Self.measured(.volume, [Self.a, Self.b, Self.c, Self.c + Vector3(0, 0.25, 0)])
        #expect(abs(try #require(volume.lastReading).value - 0.6 * 0.4 * 0.25) < 0.003)

        let (height, _) = Self.measured(.height, [Self.a, Self.a + Vector3(0, 0.3, 0)])
        #expect(abs(try #require(height.lastReading).value - 0.3) < 0.01)
    }

    @Test("the aim is drawn to earlier points, to the first of a chain, and to a right angle")
    func snaps() throws {
        var (measuring, world) = Self.measured(.area, [Self.a, Self.b])
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        measuring.update(frame, in: world, aimingAt: camera.pixel(of: Self.c + Vector3(0.01, 0, 0)))
        #expect(measuring.aim?.snap == .rightAngle)
        measuring.place(in: &world)
        let first = try #require(camera.pixel(of: Self.a))
        measuring.update(frame, in: world, aimingAt: first + Vector2(6, -5))
        #expect(measuring.aim?.snap == .closing)
        measuring.place(in: &world)
        #expect(measuring.measurements.first?.isClosed == true)
        measuring.choose(.distance, in: &world)
        measuring.update(frame, in: world, aimingAt: first + Vector2(6, -5))
        #expect(measuring.aim?.snap == .point(measurement: 1, index: 0))
    }

    @Test("undo takes back points, then measurements; anchors go with them")
    func undo() {
        var (measuring, world) = Self.measured(.chain, [Self.a, Self.b, Self.c])
        let places = { (world: World) in world.anchors.count { $0.plane == nil } }
        #expect(places(world) == 3)
        measuring.undo(in: &world)
        #expect(measuring.current?.points.count == 2 && places(world) == 2)
        measuring.finish(in: &world)
        measuring.undo(in: &world)
        #expect(measuring.measurements.isEmpty && places(world) == 0)
        let isAny = measuring.undo(in: &world)
        #expect(!isAny)
    }

    @Test("a known length pins the scale, and an impossible one does not")
    func pinning() throws {
        var (measuring, _) = Self.measured(.distance, [Self.a, Self.b])
        let isMistake = measuring.pinScale(by: 1, knownMetres: 3)
        let isNaN = measuring.pinScale(by: 1, knownMetres: .nan)
        #expect(!isMistake && !isNaN)
        let isPinned = measuring.pinScale(by: 1, knownMetres: 0.63)
        #expect(isPinned)
        let reading = try #require(measuring.reading(of: measuring.measurements[0]))
        #expect(abs(reading.value - 0.63) < 1e-9)
        #expect(measuring.scaleSigma < 0.02)
    }

    @Test("a measurement moves with the map")
    func anchored() throws {
        var (measuring, world) = Self.measured(.distance, [Self.a, Self.b])
        let before = try #require(measuring.measurements.first?.points.first?.pointInWorld)
        let describer = ImageDescriber()
        for step in 60..<80 {
            _ = world.update(with: SyntheticRoom().picture(at: Double(step) / 20), describer: describer)
        }
        measuring.update(try #require(world.currentFrame), in: world)
        let anchor = try #require(measuring.measurements.first?.points.first?.anchorIdentifier)
        let now = try #require(world.anchors.first { $0.identifier == anchor }?.worldFromAnchor.translation)
        #expect(measuring.measurements.first?.points.first?.pointInWorld == now)
        #expect((now - before).length < 0.003)
    }

    @Test("table, JSON, model and report hold the measurements, whatever their names say")
    func exports() throws {
        var (measuring, _) = Self.measured(.distance, [Self.a, Self.b])
        measuring.rename(1, to: "=1+1 \"<door>\" & height")
        #expect(measuring.csv.split(separator: "\n").count == 2)
        #expect(measuring.csv.contains("\"'=1+1 \"\"<door>\"\" & height\",distance,0."))
        let json = String(decoding: measuring.json, as: UTF8.self)
        #expect(json.contains("\"kind\":\"distance\"") && json.contains("\\\"<door>\\\""))
        let svg = MeasuringReport(of: measuring, title: "Kitchen <1>").svg
        #expect(svg.contains("Kitchen &lt;1&gt;") && svg.contains("&lt;door&gt;") && svg.contains(" cm</text>"))
        #expect(measuring.binaryGLTF().starts(with: Array("glTF".utf8)))
    }

    @Test("the drawing for CAD programs has each point in metres with +Z up, and names in ASCII on one line")
    func drawing() throws {
        var (measuring, _) = Self.measured(.distance, [Self.a, Self.b])
        measuring.rename(1, to: "Tür\n0\nEOF 😀")
        let lines = measuring.dxf.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let groups = stride(from: 0, to: lines.count - 1, by: 2).map { (code: lines[$0], value: lines[$0 + 1]) }
        #expect(groups.allSatisfy { Int($0.code) != nil })
        #expect(groups.filter { $0.value == "EOF" }.count == 1)
        #expect(groups.contains { $0.code == "1" && $0.value.hasPrefix("T\\U+00FCr 0 EOF \\U+D83D\\U+DE00: ") })
        let vertices = groups.indices.filter { groups[$0].value == "VERTEX" }
        let points = try #require(measuring.measurements.first?.points.map(\.pointInWorld))
        #expect(vertices.count == points.count)
        for (start, point) in zip(vertices, points) {
            let written = try groups[(start + 2)...(start + 4)].map { try #require(Double($0.value)) }
            #expect((Vector3(written[0], written[2], -written[1]) - point).length < 1e-5)
        }
    }

    @Test("a bar takes the chosen material, with its texture in the same size however long it is")
    func materials() throws {
        var (measuring, world) = Self.measured(.chain, [Self.a, Self.b, Self.c])
        let camera = try #require(world.currentFrame?.camera)
        measuring.finish(in: &world, isClosed: false)
        var scene = Scene()
        var textures = SolidTextures()
        let root = scene.add(Node("Measuring"))
        func bars(_ finish: SolidFinish) -> [Node] {
            measuring.barFinish = finish
            measuring.draw(in: &scene, under: root, camera: camera, textures: &textures)
            return scene.children(of: root).map { scene[$0] }.filter { $0.name == "Bar" }
        }
        #expect(bars(.plain).allSatisfy { $0.material.diffuseMap == nil })
        let wood = bars(.wood)
        #expect(wood.count == 2)
        let longest = try #require(wood.max { $0.material.mapRepeats.y < $1.material.mapRepeats.y })
        #expect(longest.material.mapRepeats.y > 2 * longest.material.mapRepeats.x)
        #expect(Set(wood.map { $0.material.mapRepeats.x }).count == 1)
        let textureCount = scene.textures.count
        #expect(bars(.wood).count == 2 && scene.textures.count == textureCount, "textures are made once")
        #expect(bars(.metal).allSatisfy { $0.material.specularMap != nil })
    }

    @Test("the scene holds the reticle, the bar and its label")
    func scene() throws {
        var (measuring, world) = Self.measured(.distance, [Self.a, Self.b])
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        measuring.update(frame, in: world, aimingAt: camera.pixel(of: Self.c))
        measuring.place(in: &world)
        measuring.update(frame, in: world, aimingAt: camera.pixel(of: Self.a + Vector3(0, 0, -0.3)))
        var scene = Scene()
        var textures = SolidTextures()
        let root = scene.add(Node("Measuring"))
        let planes = scene.add(Node("Planes"))
        for _ in 0..<3 {
            measuring.draw(in: &scene, under: root, camera: camera, textures: &textures)
            PlaneOverlay.draw(world.anchors, in: &scene, under: planes)
        }
        #expect(scene.node(named: "Reticle") != nil)
        #expect(scene.children(of: root).count { scene[$0].name == "Bar" } == 2)
        #expect(scene.children(of: root).count { scene[$0].name == "Reading" } == 2)
        // A fill and an outline a plane, however often it was drawn.
        let shown = world.anchors.count { ($0.plane?.boundary.count ?? 0) > 2 }
        #expect(shown >= 3)
        #expect(scene.children(of: planes).count == 2 * shown)
    }

    @Test("numbers read as people write them")
    func texts() {
        #expect(DecimalText.string(-0.04, decimals: 1) == "0.0")
        #expect(DecimalText.string(7, decimals: 0) == "7")
        #expect(DecimalText.string(0.007, decimals: 3) == "0.007")
        #expect(DecimalText.string(.nan, decimals: 1) == "–")
        #expect(LengthUnit.metric.text(0.743, sigma: 0.004) == "74.3 ± 0.4 cm")
        #expect(LengthUnit.metric.text(2.5, sigma: 0.012) == "2.500 ± 0.012 m")
        #expect(LengthUnit.imperial.text(1.8288, sigma: 0.00254) == "6 ft 0.0 ± 0.1 in")
        #expect(LengthUnit.metric.areaText(0.5, sigma: 0.01) == "0.500 ± 0.010 m²")
    }

    @Test("points that were set after poses had drifted are less sure against earlier ones, not against each other")
    func drift() throws {
        func sigma(_ drifts: [Double]) throws -> Double {
            let points = drifts.enumerated().map { index, drift in
                var observation = MeasuredPoint.Observation()
                observation.driftVariance = drift
                return MeasuredPoint(
                    anchorIdentifier: -1,
                    pointInWorld: Vector3(Double(index), 0, 0),
                    covariance: .zero,
                    normal: Vector3(0, 1, 0),
                    hitType: .existingPlane,
                    observation: observation
                )
            }
            let measurement = Measurement(identifier: 1, tool: .distance, name: "", points: points)
            return try #require(measurement.reading(scale: ScaleHistory(sigma: 0))).sigma
        }
        #expect(abs(try sigma([1e-4, 5e-4]) - 0.02) < 1e-6)
        #expect(abs(try sigma([5e-4, 1e-4]) - 0.02) < 1e-6)
        #expect(try sigma([5e-4, 5e-4]) == 0)
    }

    @Test("points that were set before the scale was known are less sure against later ones")
    func scaleSteps() throws {
        let camera = Camera(along: Ray(origin: Vector3(0, 0, 1), direction: Vector3(0, 0, -1)))
        var scale = ScaleHistory()
        // Tracking is lost at 5, and the scale must be found again.
        let known = [1: 0.05, 3: 0.03, 5: .infinity, 7: 0.03]
        for (time, sigma) in known.sorted(by: { $0.key < $1.key }) {
            scale.add(sigma: sigma, camera: camera, timestampNanoseconds: Int64(time))
        }
        func sigma(_ times: [Int64], pinned: Double? = nil) throws -> Double {
            let points = zip(times, [Vector3(0, 0, 0), Vector3(0, 0, -2)]).map { time, point in
                var observation = MeasuredPoint.Observation()
                observation.timestampNanoseconds = time
                observation.scaleSigma = known[Int(time) - 1] ?? known[Int(time)] ?? 0
                return MeasuredPoint(
                    anchorIdentifier: -1,
                    pointInWorld: point,
                    covariance: .zero,
                    normal: Vector3(0, 1, 0),
                    hitType: .existingPlane,
                    observation: observation
                )
            }
            let measurement = Measurement(identifier: 1, tool: .distance, name: "", points: points)
            return try #require(measurement.reading(scale: scale, pinnedScaleSigma: pinned)).sigma
        }
        // The length is 2 m; the nearer point is 1 m and the farther one 3 m from the camera of the step.
        #expect(abs(try sigma([4, 4]) - 2 * 0.03) < 1e-6)
        #expect(abs(try sigma([2, 2]) - 2 * 0.05) < 1e-6)
        let step = 0.05 * 0.05 - 0.03 * 0.03
        #expect(abs(try sigma([2, 4]) - (4 * 0.0009 + step).squareRoot()) < 1e-6)
        #expect(abs(try sigma([4, 2]) - (4 * 0.0009 + 9 * step).squareRoot()) < 1e-6)
        #expect(abs(try sigma([8, 4]) - 2 * 0.03) < 1e-6)
        #expect(abs(try sigma([8, 2]) - (4 * 0.0009 + 9 * step).squareRoot()) < 1e-6)
        #expect(abs(try sigma([4, 4], pinned: 0.001) - 2 * 0.001) < 1e-6)
        #expect(abs(try sigma([4, 2], pinned: 0) - 3 * step.squareRoot()) < 1e-6)
    }

    @Test("a scale that is known roughly takes a second tap, and one that is hardly known takes none")
    func roughScale() throws {
        var world = SyntheticRoom().world()
        var measuring = Measuring()
        var time = 3.0
        func tap(_ scaleSigma: Double) -> Bool {
            var image = SyntheticRoom().picture(at: time)
            image.scaleSigma = scaleSigma
            time += 0.05
            let frame = world.update(with: image, describer: ImageDescriber())
            measuring.update(frame, in: world, aimingAt: frame.camera?.pixel(of: Self.a))
            return measuring.place(in: &world)
        }
        #expect(!tap(0.3) && measuring.advice == .scaleUnknown && !tap(0.3))
        #expect(!tap(0.1) && measuring.advice == .scaleRough && measuring.mode == .notReady)
        #expect(measuring.isRoughOffered)
        #expect(tap(0.1) && measuring.current?.points.first?.isRough == true)
    }
}
