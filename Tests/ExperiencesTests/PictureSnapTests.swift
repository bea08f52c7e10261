import Experiences
import Features
import Geometry
import Imaging
import TestWorlds
import Testing
import WorldTracking

@Suite("Points drawn to the picture")
struct PictureSnapTests {
    /// The corners of a sheet on the synthetic room's table, in the user's world.
    static let corners = [
        Vector3(-0.2, SyntheticRoom.tableHeight, -0.9), Vector3(0.2, SyntheticRoom.tableHeight, -0.9),
        Vector3(0.2, SyntheticRoom.tableHeight, -1.2), Vector3(-0.2, SyntheticRoom.tableHeight, -1.2),
    ]

    /// What a camera shows of a sheet, bright on dark.
    static func picture(of corners: [Vector3], from camera: Camera) throws -> GrayImage {
        var pixels: [Vector2] = []
        for corner in corners { pixels.append(try #require(camera.pixel(of: corner))) }
        var picture = GrayImage(width: 640, height: 480)
        for y in 0..<480 {
            for x in 0..<640 {
                let covered = (0..<16).count { sample in
                    let part = Vector2(Double(sample % 4), Double(sample / 4)) / 4 + 0.125
                    let place = Vector2(Double(x), Double(y)) + part
                    let sides = pixels.indices.map { cross(pixels[($0 + 1) % 4] - pixels[$0], place - pixels[$0]) }
                    return sides.allSatisfy { $0 < 0 } || sides.allSatisfy { $0 > 0 }
                }
                picture[x, y] = UInt8(60 + 10 * covered)
            }
        }
        return picture
    }

    /// Adds an image that shows a sheet.
    static func show(_ corners: [Vector3], at time: Double, in world: inout World) throws -> Frame {
        var shown = SyntheticRoom().picture(at: time)
        let describer = ImageDescriber()
        var blind = world
        let camera = try #require(blind.update(with: shown, describer: describer).camera)
        shown.image = try picture(of: corners, from: camera)
        return world.update(with: shown, describer: describer)
    }

    /// A world whose last image shows the sheet.
    static func world() throws -> World {
        var world = SyntheticRoom().world()
        _ = try show(corners, at: 3, in: &world)
        return world
    }

    @Test("an aim beside a corner goes to the corner, and is surer of it; switched off it stays")
    func corner() throws {
        let world = try Self.world()
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        let pixel = try #require(camera.pixel(of: Self.corners[0])) + Vector2(1, -0.7)
        var measuring = Measuring()
        measuring.update(frame, in: world, aimingAt: pixel)
        let drawn = try #require(measuring.aim)
        #expect(drawn.snap == .corner)
        #expect((drawn.hit.pointInWorld - Self.corners[0]).length < 0.004)
        measuring.snapsToImage = false
        measuring.update(frame, in: world, aimingAt: pixel)
        let plain = try #require(measuring.aim)
        #expect(plain.snap == nil)
        #expect((camera.pixel(of: plain.hit.pointInWorld) ?? .zero).isNear(pixel))
        #expect(drawn.hit.covariance[0, 0] < 0.7 * plain.hit.covariance[0, 0])
    }

    @Test("an aim beside an edge goes to the edge, and is surer across it than along it")
    func edge() throws {
        let world = try Self.world()
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        let middle = (Self.corners[0] + Self.corners[1]) / 2
        let pixel = try #require(camera.pixel(of: middle)) + Vector2(0, 1.2)
        var measuring = Measuring()
        measuring.update(frame, in: world, aimingAt: pixel)
        let aim = try #require(measuring.aim)
        guard case .line(let along) = aim.snap else {
            Issue.record("drawn to \(String(describing: aim.snap))")
            return
        }
        #expect(abs(along.x) > 0.999)
        #expect(abs(aim.hit.pointInWorld.z - middle.z) < 0.004)
        #expect(aim.hit.covariance[0, 0] > 2 * aim.hit.covariance[2, 2] * 0.16)
    }

    @Test("a corner above the surface, which the first ray passes, is found where later rays meet")
    func following() throws {
        let raised = Self.corners.map { $0 + Vector3(0, 0.04, 0) }
        var world = SyntheticRoom().world(watched: 1)
        let frame = try Self.show(raised, at: 1.05, in: &world)
        let pixel = try #require(frame.camera?.pixel(of: raised[0])) + Vector2(1, -1)
        var measuring = Measuring()
        measuring.choose(.chain, in: &world)
        measuring.update(frame, in: world, aimingAt: pixel)
        #expect(measuring.aim?.snap == .corner)
        measuring.place(in: &world)
        #expect((try #require(measuring.current).points[0].pointInWorld - raised[0]).length > 0.03)
        for step in 0..<40 {
            let later = try Self.show(raised, at: 1.1 + Double(step) / 20, in: &world)
            measuring.update(later, in: world)
        }
        let point = try #require(measuring.current).points[0]
        let error = point.pointInWorld - raised[0]
        #expect(error.length < 0.008)
        #expect(dot(error, try #require(point.covariance.inverse) * error) < 14)
    }

    @Test(
        "a corner above the surface, at which the aim is held while the camera moves, is set where the rays meet",
        arguments: [0.04, 0.2]
    )
    func holding(_ height: Double) throws {
        let raised = Self.corners.map { $0 + Vector3(0, height, 0) }
        var world = SyntheticRoom().world(watched: 1)
        var measuring = Measuring()
        var errors: [Double] = []
        func look(_ step: Int, at corner: Vector3) throws {
            let frame = try Self.show(raised, at: 1.05 + Double(step) / 20, in: &world)
            let pixel = try #require(frame.camera?.pixel(of: corner)) + Vector2(1, -1)
            measuring.update(frame, in: world, aimingAt: pixel)
            errors.append((try #require(measuring.aim).hit.pointInWorld - corner).length)
        }
        for step in 0..<40 { try look(step, at: raised[0]) }
        #expect(errors[0] > 0.03)
        let aim = try #require(measuring.aim)
        let error = aim.hit.pointInWorld - raised[0]
        #expect(error.length < 0.008)
        #expect(dot(error, try #require(aim.hit.covariance.inverse) * error) < 14)
        // It does not stand on the table, and does not move with it.
        #expect(aim.hit.type == .featurePoint && aim.hit.anchorIdentifier == nil)
        let isPlaced = measuring.place(in: &world)
        #expect(isPlaced)
        #expect((try #require(measuring.current).points[0].pointInWorld - raised[0]).length < 0.008)
        // Another corner is not where the first one was.
        try look(40, at: raised[1])
        #expect(errors[40] > 0.03 && errors[40] < 6 * height)
    }

    @Test("a corner above the surface that earlier images showed is where their rays meet when it is first aimed at")
    func lookingBack() throws {
        let raised = Self.corners.map { $0 + Vector3(0, 0.04, 0) }
        var world = SyntheticRoom().world(watched: 1)
        for step in 0..<40 { _ = try Self.show(raised, at: 1.05 + Double(step) / 20, in: &world) }
        let frame = try #require(world.currentFrame)
        let pixel = try #require(frame.camera?.pixel(of: raised[0])) + Vector2(1, -1)
        var measuring = Measuring()
        measuring.update(frame, in: world, aimingAt: pixel)
        let aim = try #require(measuring.aim)
        let error = aim.hit.pointInWorld - raised[0]
        #expect(error.length < 0.008)
        #expect(dot(error, try #require(aim.hit.covariance.inverse) * error) < 14)
        let picked = try #require(PickedPoint(pixel, in: world)?.point(in: world))
        #expect((picked.pointInWorld - raised[0]).length < 0.008)
    }

    @Test("a corner that the present image does not show is set where earlier images showed it")
    func recalling() throws {
        var world = SyntheticRoom().world()
        for step in 0..<40 { _ = try Self.show(Self.corners, at: 3 + Double(step) / 20, in: &world) }
        var shown = SyntheticRoom().picture(at: 5)
        shown.image = GrayImage(width: 640, height: 480)
        let frame = world.update(with: shown, describer: ImageDescriber())
        let miss = Vector2(2, -2.5)
        let pixel = try #require(frame.camera?.pixel(of: Self.corners[0])) + miss
        var measuring = Measuring()
        measuring.update(frame, in: world, aimingAt: pixel)
        let isPlaced = measuring.place(in: &world)
        #expect(isPlaced)
        #expect((try #require(measuring.current).points[0].pointInWorld - Self.corners[0]).length < 0.003)
        // Where no image showed a corner the aim stays.
        let beside = try #require(frame.camera?.pixel(of: Self.corners[0])) + 4 * miss
        measuring.update(frame, in: world, aimingAt: beside)
        measuring.place(in: &world)
        let plain = try #require(measuring.measurements.first).points[1].pointInWorld
        #expect((try #require(frame.camera?.pixel(of: plain)) - beside).length < 0.01)
    }

    @Test("a pixel that is picked is drawn as the aim is, and an end that is tapped in a call too")
    func everywhere() throws {
        let world = try Self.world()
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        var measured: [Double] = []
        for snaps in [true, false] {
            let ends = try Self.corners[0..<2].map { corner in
                let pixel = try #require(camera.pixel(of: corner)) + Vector2(corner.x > 0 ? 2 : -2, 1)
                return try #require(PickedPoint(pixel, in: world, snaps: snaps)?.point(in: world)).pointInWorld
            }
            measured.append((ends[1] - ends[0]).length)
        }
        #expect(abs(measured[0] - 0.4) < 0.002 && abs(measured[1] - 0.4) > 0.004)

        var assisting = Assisting()
        assisting.update(frame, in: world)
        let name = Annotation.Identifier(author: 1, number: 1)
        try assisting.begin(
            name,
            kind: .length,
            color: .sky,
            thickness: 0.004,
            frameNanoseconds: frame.timestampNanoseconds
        )
        let taps = try Self.corners[0..<2].map { corner in
            (try #require(camera.pixel(of: corner)) + Vector2(corner.x > 0 ? 2 : -2, 1)) / camera.lens.sizePixels
        }
        try assisting.append(taps, to: name, frameNanoseconds: frame.timestampNanoseconds, in: world)
        try assisting.end(name, in: world)
        let points = try #require(assisting.annotations.first?.points)
        #expect(abs((points[1] - points[0]).length - 0.4) < 0.002)
    }
}

extension Vector2 {
    fileprivate func isNear(_ other: Vector2) -> Bool { (self - other).length < 0.01 }
}
