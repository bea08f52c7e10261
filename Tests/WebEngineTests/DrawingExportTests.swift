import Geometry
import TestWorlds
import Testing

@testable import WebEngine

/// The pen as a host uses it, over the painted room's floor.
@Suite struct DrawingExportTests {
    private let host: HostSession

    init() throws {
        host = try HostSession(watching: 16)
        sightlineDrawingOpen(host.handle)
    }

    private func update(_ x: Double, _ y: Double) -> [Double] {
        host.numbers(sightlineDrawingUpdate(host.handle, x, y))
    }

    private func gesture(_ code: DrawingGestureCode) -> Int32 {
        sightlineDrawingGesture(host.handle, code.rawValue)
    }

    /// Draws a stroke across the floor.
    private func draw() {
        _ = update(120, 130)
        #expect(gesture(.press) == 1)
        for step in 0...20 { _ = update(120 + 4 * Double(step), 130) }
        #expect(gesture(.release) == 1)
    }

    private func strokes() -> [Double] { host.numbers(sightlineDrawingStrokes(host.handle)) }

    @Test func `A stroke is a record with its length in metres, and undo takes it back`() throws {
        draw()
        let stroke = strokes()
        try #require(stroke.count == StrokeRecord.count)
        #expect(stroke[StrokeRecord.author] == 0 && stroke[StrokeRecord.identifier] > 0)
        #expect(stroke[StrokeRecord.pointCount] > 3 && stroke[StrokeRecord.height] == 0)
        let camera = try #require(host.engine.session.world.currentFrame?.camera)
        let floor = Plane(normal: Vector3(0, 1, 0), offset: HostSession.floor)
        let ends = try [120.0, 200].map { x in
            let ray = camera.ray(through: Vector2(x, 130))
            return ray.point(at: try #require(ray.distance(to: floor)))
        }
        #expect(abs(stroke[StrokeRecord.length] / (ends[1] - ends[0]).length - 1) < 0.15)
        #expect(gesture(.undo) == 1 && strokes().isEmpty && gesture(.undo) == 0)
        #expect(gesture(.redo) == 1 && strokes().count == StrokeRecord.count && gesture(.redo) == 0)
        #expect(gesture(.clear) == 1 && strokes().isEmpty)
    }

    @Test func `The pen takes sensible widths and any colour, and leaves the rest as it was`() {
        let before = host.engine.drawing?.drawing.thickness
        for wrong in [Double.nan, 0, -1, 0.2, .infinity] { sightlineDrawingPen(host.handle, 0x123456, wrong) }
        #expect(host.engine.drawing?.drawing.thickness == before)
        sightlineDrawingPen(host.handle, -1, 0.02)
        #expect(host.engine.drawing?.drawing.thickness == 0.02)
        sightlineDrawingChoose(host.handle, DrawingModeCode.erase.rawValue, -1, 0)
        sightlineDrawingChoose(host.handle, 99, 99, 1)
        #expect(update(-1, -1)[DrawingRecord.mode] == Double(DrawingModeCode.erase.rawValue))
    }

    @Test func `A saved drawing loads in another session, and damaged bytes leave what was there`() throws {
        _ = update(160, 130)
        #expect(gesture(.placeBoard) == 1)
        draw()
        let file = host.bytes(sightlineDrawingFile(host.handle, DrawingFileCode.drawing.rawValue))
        #expect(file.count > 45)
        let other = try HostSession(watching: 1)
        sightlineDrawingOpen(other.handle)
        func load(_ bytes: [UInt8]) -> Int32 { sightlineDrawingLoad(other.handle, bytes, Int32(bytes.count)) }
        for count in [0, 1, 4, 5, 9, file.count / 2, file.count - 1] { #expect(load(Array(file.prefix(count))) == 0) }
        #expect(load(file + [0]) == 0 && sightlineDrawingLoad(other.handle, file, -1) == 0)
        #expect(load(file) == 1)
        let state = other.numbers(sightlineDrawingUpdate(other.handle, -1, -1))
        #expect(state[DrawingRecord.strokeCount] + state[DrawingRecord.waitingCount] == 1)
        for kind in [DrawingFileCode.gltf, .stl] {
            #expect(host.bytes(sightlineDrawingFile(host.handle, kind.rawValue)).count > 80)
        }
        #expect(host.bytes(sightlineDrawingFile(host.handle, 99)).isEmpty)
    }

    @Test func `A shared part of a stroke is another's stroke there, until it is removed`() throws {
        draw()
        let identifier = Int32(strokes()[StrokeRecord.identifier])
        let part = host.bytes(sightlineDrawingShare(host.handle, identifier, 0, 10_000))
        try #require(!part.isEmpty)
        for (from, count) in [(-5, 3), (0, -1), (10_000, 5), (.max, .max)] as [(Int32, Int32)] {
            // It gives a part or none, and must not trap.
            _ = sightlineDrawingShare(host.handle, identifier, from, count)
        }
        #expect(host.bytes(sightlineDrawingShare(host.handle, 999, 0, 5)).isEmpty)
        func take(_ author: Int32, _ bytes: [UInt8]) -> Int32 {
            sightlineDrawingTake(host.handle, author, bytes, Int32(bytes.count))
        }
        #expect(take(0, part) == 0, "one's own strokes come from nobody else")
        #expect(take(7, Array(part.dropLast())) == 0 && take(7, []) == 0)
        #expect(take(7, part) == 1)
        #expect(strokes().count == 2 * StrokeRecord.count)
        sightlineDrawingRemove(host.handle, 7, 0)
        #expect(strokes().count == StrokeRecord.count)
        sightlineDrawingRemove(host.handle, 7, 0)
        #expect(strokes().count == StrokeRecord.count)
    }

    @Test func `A tip that is led to nothing draws nothing`() {
        _ = gesture(.press)
        for _ in 0..<5 { #expect(update(-2, 0)[DrawingRecord.tip] == -1) }
        for pixel in [Double.nan, .infinity, 1e12] { _ = update(pixel, pixel) }
        _ = gesture(.release)
        #expect(strokes().isEmpty)
        #expect(sightlineDrawingFollow(host.handle, .nan, 5) == 0 && sightlineDrawingFollow(host.handle, 5, 5) == 0)
        #expect(sightlineDrawingGesture(host.handle, -1) == 0)
    }
}
