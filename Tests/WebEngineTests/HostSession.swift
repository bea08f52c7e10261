import Geometry
import TestWorlds
import Testing
import WorldTracking

@testable import WebEngine

/// A session as a host holds it: a handle, memory that it writes, and answers that it reads.
///
/// It watches the painted room with poses from outside, so that its world is known. The world's origin is the first
/// camera, 1.25 m above the floor.
final class HostSession {
    let handle: UnsafeMutableRawPointer
    private(set) var lastStamp: Int64 = 0

    static let lens = PaintedRoom.lens
    /// The floor's height in the session's world, metres.
    static let floor = -1.25
    /// The images of the arc's poses, which all tests share.
    private static let images: [[UInt8]] = {
        let room = PaintedRoom()
        return (0..<arcCount).map { index in
            let pose = pose(at: index)
            return (0..<lens.width * lens.height).map { offset in
                let pixel = Vector2(Double(offset % lens.width) + 0.5, Double(offset / lens.width) + 0.5)
                let ray = pose * Ray(origin: .zero, direction: lens.direction(ofPixel: pixel))
                return room.surface(along: ray)?.shade ?? 0
            }
        }
    }()
    /// How many poses the arc has.
    static let arcCount = 17

    /// A session that has seen nothing yet.
    init() throws {
        var record = SessionExportTests.phoneRecord
        record[ConfigurationRecord.width] = Double(Self.lens.width)
        record[ConfigurationRecord.height] = Double(Self.lens.height)
        record.replaceSubrange(2..<6, with: [250, 250, 160, 120])
        handle = try #require(sightlineSessionNew(record))
        sightlineSessionUseOutsidePoses(handle)
    }

    /// A session that has looked at the floor and a wall from an arc of positions.
    convenience init(watching count: Int) throws {
        try self.init()
        for index in 0..<count { try watch(index) }
    }

    deinit { sightlineSessionFree(handle) }

    var engine: EngineSession { engineSession(handle) }

    /// The camera at a step of the arc, in the true world (+Z up).
    static func pose(at index: Int) -> RigidTransform<OdometrySpace, OpticalSpace> {
        let eye = Vector3(-0.6 + 0.06 * Double(index), -0.8, 0.25)
        return PaintedRoom.pose(from: eye, to: Vector3(0, 1, -1))
    }

    /// Takes the image that the camera sees at a step of the arc, and the frame that comes of it.
    @discardableResult
    func watch(_ index: Int) throws -> UnsafeMutablePointer<Double> {
        let (width, height) = (Self.lens.width, Self.lens.height)
        let memory = sightlineSessionImageMemory(handle, Int32(width * height))
        Self.images[index].withUnsafeBufferPointer { image in
            for (offset, shade) in image.enumerated() { memory[offset] = shade }
        }
        lastStamp += 100_000_000
        let numbers = Self.numbers(of: Self.pose(at: index))
        try #require(
            sightlineSessionAddPosedImage(handle, lastStamp, Int32(width), Int32(height), 1, numbers) == 1
        )
        return try #require(sightlineSessionNextFrame(handle))
    }

    /// A pose as a browser's own tracking states it (+Y up, −Z forward), with the lens.
    static func numbers(of pose: RigidTransform<OdometrySpace, OpticalSpace>) -> [Double] {
        let camera: RigidTransform<WorldSpace, CameraSpace> =
            RigidTransform<WorldSpace, OdometrySpace>.flip * pose * RigidTransform<OpticalSpace, CameraSpace>.flip
        let (q, t) = (camera.rotation, camera.translation)
        let focal = [lens.focalLengthPixels.x, lens.focalLengthPixels.y]
        let center = [lens.principalPointPixels.x, lens.principalPointPixels.y]
        return [q.imaginary.x, q.imaginary.y, q.imaginary.z, q.real, t.x, t.y, t.z] + focal + center
    }

    /// The bytes of the last answer.
    func bytes(_ answer: UnsafeMutablePointer<UInt8>) -> [UInt8] {
        Array(UnsafeBufferPointer(start: answer, count: Int(sightlineAnswerLength(handle))))
    }

    /// The last answer as text.
    func text(_ answer: UnsafeMutablePointer<UInt8>) -> String { String(decoding: bytes(answer), as: UTF8.self) }

    /// The last answer as 64-bit floats.
    func numbers(_ answer: UnsafeMutablePointer<UInt8>) -> [Double] {
        let count = Int(sightlineAnswerLength(handle)) / 8
        let start = UnsafeRawPointer(answer).assumingMemoryBound(to: Double.self)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }
}

/// A vector in a record.
func vector(_ record: UnsafePointer<Double>, _ field: Int) -> Vector3 {
    Vector3(record[field], record[field + 1], record[field + 2])
}
