import Features
import Geometry
import Imaging
import RealModule
import SceneGraph
import TestWorlds
import Testing
import WorldTracking

@testable import Experiences

/// The board of a call.
@Suite struct CallBoardTests {
    private static let frame = Int64(2.3e9)
    private static let spot = Vector3(-0.02, SyntheticRoom.tableHeight, -1.1)

    private static func picture(width: Int = 40, height: Int = 20, shade: UInt8 = 200) -> ColorImage {
        ColorImage(width: width, height: height, bytes: [UInt8](repeating: shade, count: 4 * width * height))
    }

    /// A call with a board on the table, placed on the image of 600 ms ago.
    private static func standing() throws -> (Assisting, World, Camera) {
        var (assisting, world) = AssistingTests.call()
        let camera = try #require(assisting.history.camera(at: frame))
        assisting.showBoard(picture())
        let point = try #require(camera.pixel(of: spot)) / camera.lens.sizePixels
        try assisting.placeBoard(at: point, frameNanoseconds: frame, in: &world)
        return (assisting, world, camera)
    }

    @Test func `A board stands upright where it was placed, its front to who placed it`() throws {
        let (assisting, _, camera) = try Self.standing()
        let rectangle = try #require(assisting.board?.rectangle)
        let corners = rectangle.corners
        let foot = (corners[2] + corners[3]) / 2
        #expect((foot - Self.spot).length < 0.02)
        #expect(abs(corners[0].y - corners[3].y - rectangle.height) < 1e-9, "it leans")
        #expect(abs(rectangle.normal.y) < 1e-9)
        let towardsCamera = camera.positionInWorld - foot
        #expect(dot(rectangle.normal, Vector3(towardsCamera.x, 0, towardsCamera.z).normalized) > 0.999)
        #expect(abs(rectangle.width / rectangle.height - 2) < 1e-9)
        // Its left is on the left of who placed it.
        let (left, right) = (try #require(camera.pixel(of: corners[3])), try #require(camera.pixel(of: corners[2])))
        #expect(abs((right.x - left.x) / camera.lens.sizePixels.x - 0.4) < 0.05)
    }

    @Test func `On a wall it lies flat, the tapped point in its middle`() {
        var (assisting, world) = AssistingTests.call(seconds: 1)
        guard let camera = assisting.history.latest else {
            Issue.record("the camera is not tracked")
            return
        }
        let normal = Vector3(0.6, 0, 0.8)
        let point = camera.positionInWorld - normal * 2
        let hit = HitTestResult(
            type: .estimatedVerticalPlane,
            distance: 2,
            pointInWorld: point,
            covariance: Matrix3(diagonal: .zero),
            normal: -normal,
            anchorIdentifier: nil
        )
        var board = CallBoard(picture: Self.picture())
        board.stand(on: hit, seenBy: camera, in: &world)
        let rectangle = board.rectangle
        #expect(rectangle.map { ($0.center - point).length < 0.005 && dot($0.normal, normal) > 0.9999 } == true)
        let heights = rectangle?.corners.map { $0.y } ?? []
        #expect(heights.count == 4 && abs(heights[0] - heights[1]) < 1e-9 && heights[0] > heights[3])
        assisting.removeBoard(from: &world)
    }

    @Test func `Another picture keeps its place and width, and its size has limits`() throws {
        var (assisting, world, _) = try Self.standing()
        let before = try #require(assisting.board?.rectangle)
        assisting.showBoard(Self.picture(width: 20, height: 20))
        let after = try #require(assisting.board?.rectangle)
        #expect(abs(after.width - before.width) < 1e-9 && abs(after.height - before.width) < 1e-9)
        #expect(abs(after.corners[3].y - before.corners[3].y) < 1e-9, "it does not stand on the table")
        assisting.scaleBoard(by: 1e9)
        #expect(assisting.board?.rectangle?.width == 5)
        for factor in [Double.nan, -1, 0, .infinity] { assisting.scaleBoard(by: factor) }
        #expect(assisting.board?.rectangle?.width == 5)
        assisting.scaleBoard(by: 1e-9)
        #expect(assisting.board?.rectangle?.width == 0.05)
        assisting.removeBoard(from: &world)
        #expect(assisting.board == nil && world.anchors.allSatisfy { $0.surface != nil })
    }

    @Test func `It stands nowhere without a picture, a known frame or a plane, or once its anchor is gone`() throws {
        var (assisting, world) = AssistingTests.call(seconds: 1)
        let middle = Vector2(0.5, 0.5)
        #expect(throws: AnnotationError.badValue) {
            try assisting.placeBoard(at: middle, frameNanoseconds: Self.frame, in: &world)
        }
        assisting.showBoard(Self.picture())
        #expect(throws: AnnotationError.unknownFrame) {
            try assisting.placeBoard(at: middle, frameNanoseconds: Int64(9e15), in: &world)
        }
        var bare = World(configuration: SessionConfiguration(planeDetection: []))
        var seen = SyntheticRoom().picture(at: 0)
        seen.landmarks = []
        var alone = Assisting()
        alone.update(bare.update(with: seen, describer: ImageDescriber()), in: bare)
        alone.showBoard(Self.picture())
        #expect(throws: AnnotationError.noSurface) { try alone.placeBoard(at: middle, frameNanoseconds: 0, in: &bare) }
        #expect(alone.board?.rectangle == nil)

        (assisting, world, _) = try Self.standing()
        for anchor in world.anchors { world.removeAnchor(anchor.identifier) }
        assisting.update(try #require(world.currentFrame), in: world)
        #expect(assisting.board != nil && assisting.board?.rectangle == nil)
    }

    @Test func `What is drawn over a board lies on it`() throws {
        var (assisting, world, camera) = try Self.standing()
        let rectangle = try #require(assisting.board?.rectangle)
        let name = Annotation.Identifier(author: 1, number: 1)
        let drawn = try [-0.2, 0.2].map { share -> Vector2 in
            let point = rectangle.worldFromRectangle * Vector3(share * rectangle.width, 0, 0)
            return try #require(camera.pixel(of: point)) / camera.lens.sizePixels
        }
        try assisting.begin(name, kind: .stroke, color: .coral, thickness: 0.006, frameNanoseconds: Self.frame)
        try assisting.append(drawn, to: name, frameNanoseconds: Self.frame, in: world)
        let points = try #require(assisting.annotations.first).points
        for point in points {
            #expect(abs(dot(point - rectangle.center, rectangle.normal)) < 1e-6)
        }
        #expect(abs((points[1] - points[0]).length - 0.4 * rectangle.width) < 1e-6)
        world.pixelSigma = 1
    }

    @Test func `A scene shows it while it stands`() throws {
        var (assisting, world, _) = try Self.standing()
        var scene = Scene()
        var shown = CallBoardScene(in: &scene)
        let node = try #require(scene.node(named: "Board"))
        shown.update(nil, in: &scene)
        #expect(scene[node].isHidden && scene.textures.isEmpty)
        shown.update(assisting.board, in: &scene)
        let texture = try #require(scene[node].material.diffuseMap)
        #expect(!scene[node].isHidden)
        assisting.showBoard(Self.picture(shade: 9))
        shown.update(assisting.board, in: &scene)
        guard case .image(let image) = scene[texture].content else {
            Issue.record("no picture")
            return
        }
        #expect(image.bytes.first == 9 && scene.textures.count == 1)
        assisting.removeBoard(from: &world)
        shown.update(assisting.board, in: &scene)
        #expect(scene[node].isHidden)
    }
}
