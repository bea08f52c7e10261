import Experiences
import Features
import Geometry
import RealModule
import SceneGraph
import TestWorlds
import Testing
import WorldTracking

@Suite("Assistance")
struct AssistingTests {
    /// A world and its annotations after so many seconds of a walk past the table; every frame is remembered.
    static func call(seconds: Double = 3) -> (Assisting, World) {
        let describer = ImageDescriber()
        var world = World()
        var assisting = Assisting()
        for step in 0..<Int(seconds * 20) {
            let frame = world.update(with: SyntheticRoom().picture(at: Double(step) / 20), describer: describer)
            assisting.update(frame, in: world)
        }
        return (assisting, world)
    }

    static func camera(at seconds: Double, in world: World, _ assisting: Assisting) throws -> Camera {
        try #require(assisting.history.camera(at: Int64(seconds * 1e9)))
    }

    /// Points on the table, drawn on the image of 600 ms ago while the camera moved on at some 0.2 m/s.
    private func miss(withFrame: Bool) throws -> Double {
        var (assisting, world) = Self.call()
        let seen = Int64(2.3e9)
        let camera = try #require(assisting.history.camera(at: seen))
        let points = (0..<9).map {
            Vector3(0.08 * Double($0 % 3) - 0.1, SyntheticRoom.tableHeight, -1 - 0.1 * Double($0 / 3))
        }
        let drawn = try points.map { try #require(camera.pixel(of: $0)) / camera.lens.sizePixels }
        let name = Annotation.Identifier(author: 2, number: 1)
        let frame = withFrame ? seen : Int64(2.95e9)
        try assisting.begin(name, kind: .stroke, color: .coral, thickness: 0.006, frameNanoseconds: frame)
        try assisting.append(drawn, to: name, frameNanoseconds: frame, in: world)
        let placed = try #require(assisting.annotations.first).points
        world.pixelSigma = 1
        return zip(points, placed).map { ($0 - $1).length }.sorted()[4]
    }

    @Test("a stroke stands where its author saw it to a centimetre; placed with the pose at arrival it would not")
    func frameIdentity() throws {
        let known = try miss(withFrame: true)
        let unknown = try miss(withFrame: false)
        #expect(known < 0.01)
        #expect(unknown > 3 * known)
    }

    @Test("without a surface a point stands a metre before the camera and faces it")
    func air() throws {
        var world = World(configuration: SessionConfiguration(planeDetection: []))
        var picture = SyntheticRoom().picture(at: 0)
        picture.landmarks = []
        var assisting = Assisting()
        assisting.update(world.update(with: picture, describer: ImageDescriber()), in: world)
        let name = Annotation.Identifier(author: 1, number: 1)
        try assisting.begin(name, kind: .stroke, color: .sky, thickness: 0.005, frameNanoseconds: 0)
        try assisting.append([Vector2(0.5, 0.5), Vector2(0.6, 0.4)], to: name, frameNanoseconds: 0, in: world)
        let annotation = try #require(assisting.annotations.first)
        let camera = try #require(world.currentFrame?.camera)
        #expect(annotation.support == .air)
        #expect(abs((annotation.points[0] - camera.positionInWorld).length - 1) < 1e-9)
        #expect(abs(dot(annotation.points[1] - annotation.points[0], annotation.normal)) < 1e-9)
    }

    @Test("a rough ring becomes a circle, a line with a barb an arrow, a wave stays a line")
    func gestures() {
        var generator = SeededGenerator(seed: 4)
        let ring = (0...40).map { step -> Vector2 in
            let angle = 2 * Double.pi * Double(step) / 41
            let wobble = 0.1 + 0.006 * generator.nextNormal()
            return Vector2(0.5, 0.4) + Vector2(.cos(angle), 0.7 * .sin(angle)) * wobble
        }
        if case .circle(let center, let radii) = GestureShape(of: ring) {
            #expect((center - Vector2(0.5, 0.4)).length < 0.02 && abs(radii.x - 0.1) < 0.02)
        } else {
            Issue.record("the ring was not known")
        }
        let shaft = (0...30).map { Vector2(0.2 + 0.01 * Double($0), 0.5 + 0.001 * generator.nextNormal()) }
        let barb = (1...8).map { Vector2(0.5 - 0.01 * Double($0), 0.5 + 0.008 * Double($0)) }
        if case .arrow(_, let head) = GestureShape(of: shaft + barb) {
            #expect((head - Vector2(0.5, 0.5)).length < 0.02)
        } else {
            Issue.record("the arrow was not known")
        }
        let wave = (0...60).map { Vector2(0.01 * Double($0), 0.5 + 0.1 * .sin(Double($0) / 6)) }
        #expect(GestureShape(of: wave) == .line)
        #expect(GestureShape(of: []) == .line)
        #expect(GestureShape(of: [Vector2(0, 0), Vector2(0, 0)]) == .line)
    }

    @Test("a length that was asked for joins the surfaces under its two ends and shows how far they are apart")
    func length() throws {
        var (assisting, world) = Self.call()
        let frame = Int64(2.9e9)
        let camera = try #require(assisting.history.camera(at: frame))
        let ends = [Vector3(-0.1, SyntheticRoom.tableHeight, -1), Vector3(0.1, SyntheticRoom.tableHeight, -1.2)]
        let drawn = try ends.map { try #require(camera.pixel(of: $0)) / camera.lens.sizePixels }
        let name = Annotation.Identifier(author: 1, number: 3)
        try assisting.begin(name, kind: .length, color: .sky, thickness: 0.004, frameNanoseconds: frame)
        try assisting.append(drawn, to: name, frameNanoseconds: frame, in: world)
        try assisting.end(name, in: world)
        let annotation = try #require(assisting.annotations.first)
        #expect(abs((annotation.points[1] - annotation.points[0]).length - (ends[1] - ends[0]).length) < 0.01)
        #expect(annotation.text.hasSuffix(" cm") && annotation.text.contains(" ± "))
        #expect(annotation.text.hasPrefix("28") || annotation.text.hasPrefix("27"))
        world.pixelSigma = 1
    }

    @Test(
        "whatever the measuring tool measures can be asked for by places of a picture",
        arguments: [
            (MeasuringTool.chain, [0.0, 1, 2], 0.4, Reading.Quantity.length), (.area, [0, 1, 2, 3], 0.04, .area),
            (.angle, [0, 1, 2], .pi / 2, .angle), (.height, [0, 4], 0.1, .length),
            (.volume, [0, 1, 2, 5], 0.004, .volume),
        ]
    )
    func measurements(tool: MeasuringTool, corners: [Double], expected: Double, quantity: Reading.Quantity) throws {
        var (assisting, world) = Self.call()
        let frame = Int64(2.9e9)
        let camera = try #require(assisting.history.camera(at: frame))
        let table = SyntheticRoom.tableHeight
        // A square of 20 cm on the table, and a point 10 cm above its first and third corner.
        let places = [
            Vector3(-0.1, table, -1), Vector3(0.1, table, -1), Vector3(0.1, table, -1.2), Vector3(-0.1, table, -1.2),
            Vector3(-0.1, table + 0.1, -1), Vector3(0.1, table + 0.1, -1.2),
        ]
        let drawn = try corners.map { try #require(camera.pixel(of: places[Int($0)])) / camera.lens.sizePixels }
        let name = Annotation.Identifier(author: 1, number: 3)
        try assisting.begin(name, kind: .length, tool: tool, color: .sky, thickness: 0.004, frameNanoseconds: frame)
        for place in drawn { try assisting.append([place], to: name, frameNanoseconds: frame, in: world) }
        try assisting.end(name, in: world)
        let annotation = try #require(assisting.annotations.first)
        let measurement = Measurement(
            identifier: 0,
            tool: tool,
            name: "",
            points: annotation.ends,
            isClosed: tool == .area
        )
        let reading = try #require(measurement.reading(scale: ScaleHistory(sigma: 0.01)))
        #expect(reading.quantity == quantity && abs(reading.value / expected - 1) < 0.06)
        #expect(annotation.text.contains(" ± ") && annotation.tool == tool)
        var scene = Scene()
        let root = scene.add(Node("Assisting"))
        assisting.draw(in: &scene, under: root, camera: camera)
        #expect(scene.children(of: root).count == (tool == .volume ? 7 : 2))
        assisting.update(try #require(world.currentFrame), in: world)
        let settled = try #require(assisting.annotations.first)
        for (one, other) in zip(annotation.points, settled.points) { #expect((one - other).length < 1e-6) }
        world.pixelSigma = 1
    }

    @Test("the text of a measurement stands above it, so that a short line is not hidden")
    func label() throws {
        var (assisting, world) = Self.call()
        let frame = Int64(2.9e9)
        let camera = try #require(assisting.history.camera(at: frame))
        let ends = [Vector3(-0.01, SyntheticRoom.tableHeight, -1), Vector3(0.01, SyntheticRoom.tableHeight, -1)]
        let pixels = try ends.map { try #require(camera.pixel(of: $0)) }
        let name = Annotation.Identifier(author: 1, number: 3)
        try assisting.begin(name, kind: .length, color: .sky, thickness: 0.004, frameNanoseconds: frame)
        for pixel in pixels {
            try assisting.append([pixel / camera.lens.sizePixels], to: name, frameNanoseconds: frame, in: world)
        }
        try assisting.end(name, in: world)
        var scene = Scene()
        let root = scene.add(Node("Assisting"))
        assisting.draw(in: &scene, under: root, camera: camera)
        let place = scene[try #require(scene.node(named: "Label"))].transform.translation
        let foot = try #require(camera.pixel(of: place))
        let middle = (pixels[0] + pixels[1]) / 2
        #expect(abs(foot.x - middle.x) < 3 && foot.y < middle.y - 10 && foot.y > middle.y - 20)
        world.pixelSigma = 1
    }

    @Test("an end that was tapped knows how far poses had drifted in its own picture, not by now")
    func drift() throws {
        var (assisting, world) = Self.call()
        var later = SyntheticRoom().picture(at: 3)
        later.driftVariance = 4e-4
        assisting.update(world.update(with: later, describer: ImageDescriber()), in: world)
        let name = Annotation.Identifier(author: 1, number: 1)
        try assisting.begin(name, kind: .length, color: .sky, thickness: 0.004, frameNanoseconds: Int64(2.9e9))
        for (x, frame) in [(-0.1, Int64(2.9e9)), (0.1, Int64(3e9))] {
            let camera = try #require(assisting.history.camera(at: frame))
            let pixel = try #require(camera.pixel(of: Vector3(x, SyntheticRoom.tableHeight, -1)))
            try assisting.append([pixel / camera.lens.sizePixels], to: name, frameNanoseconds: frame, in: world)
        }
        let ends = try #require(assisting.annotations.first).ends
        #expect(ends.map { $0.observation.driftVariance } == [0, 4e-4])
        let measurement = Measurement(identifier: 0, tool: .distance, name: "", points: ends)
        let together = Measurement(
            identifier: 0,
            tool: .distance,
            name: "",
            points: ends.map { end in
                var end = end
                end.observation.driftVariance = 0
                return end
            }
        )
        let exact = ScaleHistory(sigma: 0)
        let (apart, same) = (
            try #require(measurement.reading(scale: exact)), try #require(together.reading(scale: exact))
        )
        #expect(abs(apart.sigma * apart.sigma - same.sigma * same.sigma - 4e-4) < 4e-5)
    }

    @Test("the ends of a length stay on their own surfaces")
    func lengthBetweenSurfaces() throws {
        let (called, world) = Self.call(seconds: 6)
        var assisting = called
        let frame = Int64(5.9e9)
        let camera = try #require(assisting.history.camera(at: frame))
        let places = (0..<100).map { Vector2(Double($0 % 10) + 0.5, Double($0 / 10) + 0.5) / 10 }
        let found = places.compactMap { place in
            world.rayCast(camera.ray(through: place * camera.lens.sizePixels), types: [.existingPlaneUsingExtent])
                .first?.anchorIdentifier.map { (place, anchor: $0) }
        }
        let first = try #require(found.first)
        let last = try #require(found.last { $0.anchor != first.anchor })
        let drawn = [first.0, last.0]
        let name = Annotation.Identifier(author: 1, number: 3)
        try assisting.begin(name, kind: .length, color: .sky, thickness: 0.004, frameNanoseconds: frame)
        try assisting.append(drawn, to: name, frameNanoseconds: frame, in: world)
        try assisting.end(name, in: world)
        let before = try #require(assisting.annotations.first)
        assisting.update(try #require(world.currentFrame), in: world)
        let after = try #require(assisting.annotations.first)
        #expect(before.points.count == 2)
        for (one, other) in zip(before.points, after.points) { #expect((one - other).length < 1e-3) }
    }

    @Test("a length that ends on nothing is none")
    func lengthInTheAir() throws {
        var world = World(configuration: SessionConfiguration(planeDetection: []))
        var picture = SyntheticRoom().picture(at: 0)
        picture.landmarks = []
        var assisting = Assisting()
        assisting.update(world.update(with: picture, describer: ImageDescriber()), in: world)
        let name = Annotation.Identifier(author: 1, number: 3)
        let frame = picture.timestampNanoseconds
        try assisting.begin(name, kind: .length, color: .sky, thickness: 0.004, frameNanoseconds: frame)
        try assisting.append([Vector2(0.4, 0.5), Vector2(0.6, 0.5)], to: name, frameNanoseconds: frame, in: world)
        try assisting.end(name, in: world)
        #expect(assisting.annotations.isEmpty)
    }

    @Test("undo is each author's own; any stroke can be removed, rubbed out, or all cleared")
    func edits() throws {
        var (assisting, world) = Self.call()
        let frame = Int64(2.9e9)
        for (author, number, y) in [(Int32(1), Int32(1), 0.5), (2, 1, 0.6), (1, 2, 0.7)] {
            let name = Annotation.Identifier(author: author, number: number)
            try assisting.begin(name, kind: .stroke, color: .mint, thickness: 0.005, frameNanoseconds: frame)
            try assisting.append([Vector2(0.4, y), Vector2(0.6, y)], to: name, frameNanoseconds: frame, in: world)
            try assisting.end(name, in: world)
        }
        assisting.undo(author: 1)
        #expect(assisting.annotations.map(\.identifier.author) == [1, 2])
        assisting.erase(at: Vector2(0.41, 0.5), radius: 0.02, frameNanoseconds: frame)
        #expect(assisting.annotations.map(\.identifier.author) == [2])
        let isRemoved = assisting.remove(Annotation.Identifier(author: 2, number: 1))
        #expect(isRemoved && assisting.annotations.isEmpty)
    }

    @Test("what the other side sends is judged before it is believed")
    func hostile() throws {
        var (assisting, world) = Self.call()
        let name = Annotation.Identifier(author: 9, number: 1)
        #expect(throws: AnnotationError.unknownFrame) {
            try assisting.begin(name, kind: .stroke, color: .coral, thickness: 0.01, frameNanoseconds: 99_000_000_000)
        }
        #expect(throws: AnnotationError.badValue) {
            try assisting.begin(name, kind: .stroke, color: .coral, thickness: .nan, frameNanoseconds: 2_900_000_000)
        }
        #expect(throws: AnnotationError.unknownAnnotation) {
            try assisting.append([.zero], to: name, frameNanoseconds: 2_900_000_000, in: world)
        }
        try assisting.begin(name, kind: .stroke, color: .coral, thickness: 0.01, frameNanoseconds: 2_900_000_000)
        #expect(throws: AnnotationError.badValue) {
            try assisting.append([Vector2(.infinity, 0)], to: name, frameNanoseconds: 2_900_000_000, in: world)
        }
        #expect(throws: AnnotationError.tooMany) {
            let many = [Vector2](repeating: Vector2(0.5, 0.5), count: 5_000)
            try assisting.append(many, to: name, frameNanoseconds: 2_900_000_000, in: world)
        }
    }

    @Test("a frozen frame is kept while others go, a laser fades, markers count")
    func life() throws {
        var (assisting, world) = Self.call()
        #expect(assisting.freeze(2_000_000_000) == true)
        let frame = Int64(2.9e9)
        let camera = try #require(assisting.history.camera(at: frame))
        for number in 1...2 {
            let name = Annotation.Identifier(author: 1, number: Int32(number))
            try assisting.begin(name, kind: .marker, color: .amber, thickness: 0.01, frameNanoseconds: frame)
            try assisting.append([Vector2(0.3 * Double(number), 0.5)], to: name, frameNanoseconds: frame, in: world)
        }
        #expect(assisting.annotations.map(\.text) == ["1", "2"])
        let spot = Annotation.Identifier(author: 1, number: 3)
        try assisting.begin(spot, kind: .laser, color: .coral, thickness: 0.01, frameNanoseconds: frame)
        try assisting.append([Vector2(0.5, 0.5)], to: spot, frameNanoseconds: frame, in: world)
        #expect(assisting.annotations.count == 3)
        var scene = Scene()
        let root = scene.add(Node("Assistance"))
        assisting.draw(in: &scene, under: root, camera: camera)
        #expect(scene.children(of: root).count == 3)
        let describer = ImageDescriber()
        for step in 60..<500 {
            var picture = SyntheticRoom().picture(at: 2.95)
            picture.timestampNanoseconds = Int64(step) * 50_000_000
            assisting.update(world.update(with: picture, describer: describer), in: world)
        }
        #expect(assisting.annotations.count == 2)
        #expect(assisting.history.camera(at: 2_000_000_000) != nil)
        #expect(assisting.history.camera(at: 2_500_000_000) == nil)
        assisting.release(2_000_000_000)
        #expect(assisting.history.camera(at: 2_000_000_000) == nil)
    }
}
