import Geometry
import TestWorlds
import Testing
import WorldTracking

@testable import WebEngine

/// What a host reads of a world that is known: anchors, hits, rays and events, each by its declared record.
@Suite struct WorldExportTests {
    private let host: HostSession
    private let frame: UnsafeMutablePointer<Double>
    /// A pixel that shows the floor in the last image.
    private static let floorPixel = Vector2(160, 130)

    init() throws {
        host = try HostSession(watching: 15)
        frame = try host.watch(15)
    }

    @Test func `The frame's record has the pose that came with the image, and no odometry`() throws {
        // The world begins at the first camera: what stays is the way between two images.
        let before = vector(frame, FrameRecord.worldFromCamera + 4)
        let travel = vector(try host.watch(16), FrameRecord.worldFromCamera + 4) - before
        let expected = HostSession.pose(at: 16).translation - HostSession.pose(at: 15).translation
        #expect(UnsafeRawPointer(frame).load(as: Int64.self) == host.lastStamp)
        #expect(frame[FrameRecord.trackingState] == 2 && frame[FrameRecord.trackingLimit] == 0)
        #expect(frame[FrameRecord.hasPose] == 1 && frame[FrameRecord.hasOdometryPose] == 0)
        #expect(abs(travel.length - expected.length) < 1e-9)
        #expect(frame[FrameRecord.intrinsics] == 250 && frame[FrameRecord.intrinsics + 3] == 120)
        #expect(frame[FrameRecord.scaleSigma] == 0 && frame[FrameRecord.landmarkCount] > 20)
    }

    @Test func `Landmarks lie on the room's surfaces and are seen where they project`() throws {
        let records = UnsafeRawPointer(sightlineSessionLandmarks(host.handle))
        let camera = try #require(host.engine.session.world.currentFrame?.camera)
        // Where the painted room stands in the session's world, by the camera's pose in both.
        let roomFromWorld =
            HostSession.pose(at: 15)
            * camera.worldFromOptical.inverse
        var near = 0
        let count = Int(frame[FrameRecord.landmarkCount])
        for index in 0..<count {
            let record = records + index * LandmarkRecord.stride
            func number(_ offset: Int) -> Double { Double(record.load(fromByteOffset: offset, as: Float.self)) }
            let start = LandmarkRecord.pointInWorld
            let point = Vector3(number(start), number(start + 4), number(start + 8))
            let pixel = Vector2(number(LandmarkRecord.pixel), number(LandmarkRecord.pixel + 4))
            let projected = try #require(camera.pixel(of: point))
            #expect((projected - pixel).length < 5)
            #expect(number(LandmarkRecord.sigma) > 0)
            let inRoom = roomFromWorld * point
            if min(abs(inRoom.z + 1), abs(abs(inRoom.x) - 2), abs(abs(inRoom.y) - 2)) < 0.06 { near += 1 }
        }
        #expect(Double(near) > 0.8 * Double(count))
    }

    @Test func `The floor is a level plane with its outline in its anchor's axes`() throws {
        let anchors = sightlineSessionAnchors(host.handle)
        let count = Int(frame[FrameRecord.anchorCount])
        let record = try #require(
            (0..<count).map { anchors + $0 * AnchorRecord.count }
                .first { $0[AnchorRecord.kind] == Double(AnchorKindCode.horizontal.rawValue) }
        )
        let position = vector(record, AnchorRecord.worldFromAnchor + 4)
        #expect(abs(position.y - HostSession.floor) < 0.03)
        #expect(record[AnchorRecord.offsetSigma] > 0 && record[AnchorRecord.offsetSigma] < 0.05)
        #expect(record[AnchorRecord.extent] > 0.3 && record[AnchorRecord.extent + 1] > 0.3)
        let points = Int(record[AnchorRecord.boundaryCount])
        let outline = sightlineSessionBoundaries(host.handle) + 2 * Int(record[AnchorRecord.boundaryStart])
        #expect(points >= 3)
        // The outline reaches as far as the extent says.
        let across = (0..<points).map { outline[2 * $0] }
        let (low, high) = (try #require(across.min()), try #require(across.max()))
        #expect(abs(high - low - record[AnchorRecord.extent]) < 0.02)
    }

    @Test func `A hit on the floor lies on the pixel's ray and takes an anchor`() throws {
        let pixel = Self.floorPixel
        let count = sightlineSessionHitTest(host.handle, pixel.x, pixel.y, 31)
        try #require(count > 0)
        let hits = sightlineSessionHits(host.handle)
        let index = try #require((0..<Int(count)).first { hits[$0 * HitRecord.count + HitRecord.type] == 16 })
        let hit = hits + index * HitRecord.count
        let point = vector(hit, HitRecord.pointInWorld)
        #expect(abs(point.y - HostSession.floor) < 0.03 && hit[HitRecord.normal + 1] > 0.99)
        let camera = try #require(host.engine.session.world.currentFrame?.camera)
        #expect((try #require(camera.pixel(of: point)) - pixel).length < 1)
        #expect(abs(hit[HitRecord.distance] - (point - camera.positionInWorld).length) < 1e-6)
        #expect(hit[HitRecord.covariance] > 0 && hit[HitRecord.covariance + 3] > 0)
        // Along the normal the point is as uncertain as the plane, whatever the aim; gravity holds a level one's tilt.
        let floor = try #require(record(ofAnchor: hit[HitRecord.anchor]))
        let (offset, drift) = (floor[AnchorRecord.offsetSigma], floor[AnchorRecord.driftSigma])
        let variance = offset * offset + drift * drift
        #expect(floor[AnchorRecord.normalSigma] < 1e-6)
        #expect(abs(hit[HitRecord.covariance + 3] - variance) < 1e-3 * variance)
        let anchor = sightlineSessionAddAnchorAtHit(host.handle, Int32(index))
        #expect(anchor > 0 && host.engine.session.world.anchor(anchor)?.plane == nil)
        for wrong in [-1, count, .max, .min] { #expect(sightlineSessionAddAnchorAtHit(host.handle, wrong) == 0) }
        #expect(sightlineSessionRemoveAnchor(host.handle, anchor) == 1)
        #expect(sightlineSessionRemoveAnchor(host.handle, anchor) == 0)
    }

    private func record(ofAnchor identifier: Double) -> UnsafeMutablePointer<Double>? {
        let anchors = sightlineSessionAnchors(host.handle)
        return (0..<Int(frame[FrameRecord.anchorCount])).map { anchors + $0 * AnchorRecord.count }
            .first { $0[AnchorRecord.identifier] == identifier }
    }

    @Test(arguments: [(Double.nan, 0.0), (.infinity, 5), (160, -.infinity), (1e300, 1e300)])
    func `A pixel that is none hits nothing and leaves no hit to take`(x: Double, y: Double) {
        _ = sightlineSessionHitTest(host.handle, 160, 130, 31)
        #expect(sightlineSessionHitTest(host.handle, x, y, 31) == 0)
        #expect(sightlineSessionAddAnchorAtHit(host.handle, 0) == 0)
        #expect(sightlineSessionTrackRay(host.handle, x, y, 31) == 0)
    }

    @Test func `A hit test of no types hits nothing`() {
        #expect(sightlineSessionHitTest(host.handle, 160, 130, 0) == 0)
        #expect(sightlineSessionHitTest(host.handle, 160, 130, 256) == 0)
    }

    @Test func `An anchor needs a pose of numbers and a quaternion of length 1`() {
        func add(_ pose: [Double]) -> Int32 { sightlineSessionAddAnchor(host.handle, pose) }
        #expect(add([0, 0, 0, 1, 1, 2, 3]) > 0)
        for wrong: [Double] in [
            [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 2, 0, 0, 0], [0, 0, 0, .nan, 0, 0, 0], [0, 0, 0, 1, .infinity, 0, 0],
        ] { #expect(add(wrong) == 0) }
    }

    @Test func `A tracked ray is written with its hit until it is stopped`() throws {
        let pixel = Self.floorPixel
        let ray = sightlineSessionTrackRay(host.handle, pixel.x, pixel.y, 31)
        try #require(ray > 0)
        #expect(sightlineSessionWriteRays(host.handle) == 1)
        let record = sightlineSessionRays(host.handle)
        #expect(record[RayRecord.identifier] == Double(ray))
        #expect(abs(vector(record, RayRecord.hit + HitRecord.pointInWorld).y - HostSession.floor) < 0.03)
        #expect(sightlineSessionStopRay(host.handle, ray) == 1 && sightlineSessionStopRay(host.handle, ray) == 0)
        #expect(sightlineSessionWriteRays(host.handle) == 0)
        let identifiers = (0..<200).map { _ in sightlineSessionTrackRay(host.handle, pixel.x, pixel.y, 31) }
        #expect(identifiers.last == 0, "the number of rays has a limit")
        #expect(Int(sightlineSessionWriteRays(host.handle)) == identifiers.count { $0 > 0 })
    }

    @Test func `An interruption and its end are events of the next frame`() throws {
        sightlineSessionInterrupt(host.handle, 1)
        sightlineSessionInterrupt(host.handle, 1)
        sightlineSessionInterrupt(host.handle, 0)
        let frame = try host.watch(16)
        let events = sightlineSessionEvents(host.handle)
        let kinds = (0..<Int(frame[FrameRecord.eventCount])).map { events[$0 * EventRecord.count + EventRecord.kind] }
        #expect(kinds.count { $0 == Double(EventKindCode.interrupted.rawValue) } == 1)
        #expect(kinds.count { $0 == Double(EventKindCode.interruptionEnded.rawValue) } == 1)
    }

    @Test(arguments: [
        (3, Double.nan), (0, 3), (4, .infinity), (7, 0), (7, .nan), (8, -250), (9, .infinity), (10, .nan),
    ])
    func `A pose or a lens that cannot be is refused with its image`(field: Int, value: Double) {
        var numbers = HostSession.numbers(of: HostSession.pose(at: 3))
        numbers[field] = value
        _ = sightlineSessionImageMemory(host.handle, 320 * 240)
        #expect(sightlineSessionAddPosedImage(host.handle, host.lastStamp + 1, 320, 240, 1, numbers) == 0)
        #expect(sightlineSessionNextFrame(host.handle) == nil)
    }

    @Test func `A map starts another session with its anchors, and bytes that are none say why`() throws {
        let anchor = sightlineSessionAddAnchor(host.handle, [0, 0, 0, 1, 0.5, -1, 0.25])
        let map = host.bytes(sightlineSessionSaveMap(host.handle))
        let other = try HostSession()
        func load(_ bytes: [UInt8]) -> Int32 { sightlineSessionLoadMap(other.handle, bytes, Int32(bytes.count)) }
        #expect(load([]) == MapResultCode.noMap.rawValue)
        #expect(load(Array("nothing".utf8)) == MapResultCode.noMap.rawValue)
        #expect(load(Array(map.dropLast())) == MapResultCode.damaged.rawValue)
        var newer = map
        newer[5] &+= 1
        #expect(load(newer) == MapResultCode.unknownVersion.rawValue)
        #expect(sightlineSessionLoadMap(other.handle, map, -5) == MapResultCode.noMap.rawValue)
        #expect(other.engine.session.world.anchors.isEmpty)
        #expect(load(map) == MapResultCode.done.rawValue)
        #expect(other.bytes(sightlineSessionSaveMap(other.handle)).count >= 60)
        #expect(host.engine.session.world.anchor(anchor) != nil)
    }
}
