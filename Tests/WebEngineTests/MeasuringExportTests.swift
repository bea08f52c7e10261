import Foundation
import Geometry
import TestWorlds
import Testing

@testable import WebEngine

/// The measuring tool as a host uses it, over the painted room's floor.
@Suite struct MeasuringExportTests {
    private let host: HostSession

    init() throws { host = try HostSession(watching: 16) }

    private func update(_ pixel: Vector2?) -> [Double] {
        host.numbers(sightlineMeasuringUpdate(host.handle, pixel?.x ?? -1, pixel?.y ?? -1))
    }

    /// Measures between two points of the floor, given in the true world.
    private func measure(_ first: Vector2, _ second: Vector2) throws {
        for point in [first, second] {
            let pose = HostSession.pose(at: 15)
            let pixel = try #require(HostSession.lens.pixel(of: pose.inverse * Vector3(point.x, point.y, -1)))
            _ = update(pixel)
            // The first call may only warn that the point is not known well.
            if sightlineMeasuringPlace(host.handle) == 0 { #expect(sightlineMeasuringPlace(host.handle) == 1) }
        }
    }

    private func text(_ code: MeasuringTextCode) -> String {
        host.text(sightlineMeasuringText(host.handle, code.rawValue))
    }

    @Test func `A length of the floor is measured, named, written out and deleted`() throws {
        sightlineMeasuringSnap(host.handle, 0)
        try measure(Vector2(0, 0.2), Vector2(0.5, 0.2))
        let state = update(nil)
        #expect(state[MeasuringRecord.measurementCount] == 1 && state[MeasuringRecord.pointCount] == 0)
        #expect(state[MeasuringRecord.last + ReadingRecord.exists] == 1)
        let length = state[MeasuringRecord.last + ReadingRecord.value]
        let sigma = state[MeasuringRecord.last + ReadingRecord.sigma]
        #expect(abs(length - 0.5) < max(0.02, 3 * sigma) && sigma > 0 && sigma < 0.1)
        let name = Array("Plank".utf8)
        #expect(sightlineMeasuringRename(host.handle, 1, name, Int32(name.count)) == 1)
        #expect(text(.csv).contains("Plank") && text(.json).contains("\"Plank\""))
        #expect(text(.report).hasPrefix("<svg") || text(.report).hasPrefix("<?xml"))
        #expect(text(.gltf).hasPrefix("glTF"))
        #expect(text(.last).contains("cm") || text(.last).contains("m"))
        sightlineMeasuringUnit(host.handle, MeasuringUnitCode.imperial.rawValue)
        #expect(text(.last).contains("″") || text(.last).contains("in") || text(.last).contains("′"))
        #expect(sightlineMeasuringDelete(host.handle, 1) == 1 && sightlineMeasuringDelete(host.handle, 1) == 0)
        #expect(host.engine.session.world.anchors.allSatisfy { $0.plane != nil }, "a deleted point's anchor is left")
    }

    @Test func `A known length pins the scale of all, 0 gives it back, and a mistake is refused`() throws {
        sightlineMeasuringSnap(host.handle, 0)
        try measure(Vector2(0, 0.2), Vector2(0.5, 0.2))
        let before = update(nil)[MeasuringRecord.last + ReadingRecord.value]
        for wrong in [Double.nan, 0, -1, .infinity, 5] {
            #expect(sightlineMeasuringPin(host.handle, 1, wrong) == 0)
        }
        #expect(sightlineMeasuringPin(host.handle, 9, 0.55) == 0)
        #expect(sightlineMeasuringPin(host.handle, 1, 0.55) == 1)
        let state = update(nil)
        #expect(abs(state[MeasuringRecord.scale] * before - 0.55) < 1e-6)
        #expect(sightlineMeasuringPin(host.handle, 0, .nan) == 1)
        #expect(update(nil)[MeasuringRecord.scale] == 1)
    }

    @Test func `A chosen tool drops what was begun, a number that is none changes nothing`() throws {
        sightlineMeasuringChoose(host.handle, MeasuringToolKindCode.chain.rawValue)
        try measure(Vector2(0, 0.2), Vector2(0.5, 0.2))
        #expect(update(nil)[MeasuringRecord.pointCount] == 2)
        sightlineMeasuringChoose(host.handle, 99)
        let state = update(nil)
        #expect(state[MeasuringRecord.pointCount] == 2)
        #expect(state[MeasuringRecord.tool] == Double(MeasuringToolKindCode.chain.rawValue))
        #expect(sightlineMeasuringUndo(host.handle) == 1)
        #expect(update(nil)[MeasuringRecord.pointCount] == 1)
        sightlineMeasuringChoose(host.handle, MeasuringToolKindCode.area.rawValue)
        #expect(update(nil)[MeasuringRecord.pointCount] == 0)
        sightlineMeasuringFinish(host.handle, 1)
        #expect(update(nil)[MeasuringRecord.measurementCount] == 0, "nothing was measured")
        #expect(sightlineMeasuringUndo(host.handle) == 0)
    }

    @Test func `Nobody measures while the aim is at nothing, and a text of no kind is empty`() {
        let state = host.numbers(sightlineMeasuringUpdate(host.handle, -2, 0))
        #expect(state.count == MeasuringRecord.count && state[MeasuringRecord.confidence] == -1)
        #expect(sightlineMeasuringPlace(host.handle) == 0)
        #expect(host.text(sightlineMeasuringText(host.handle, 99)).isEmpty)
        #expect(text(.live).isEmpty && text(.last).isEmpty && !text(.advice).isEmpty)
    }

    @Test func `A long or broken name is cut, not refused`() throws {
        sightlineMeasuringSnap(host.handle, 0)
        try measure(Vector2(0, 0.2), Vector2(0.5, 0.2))
        let bytes = [UInt8](repeating: 0xC3, count: 300)
        #expect(sightlineMeasuringRename(host.handle, 1, bytes, 300) == 1)
        let name = try #require(host.engine.measuring.measurements.first?.name)
        #expect(name.unicodeScalars.count == 200 && name.unicodeScalars.allSatisfy { $0.value == 0xFFFD })
        #expect(sightlineMeasuringRename(host.handle, 1, bytes, -1) == 1)
        #expect(host.engine.measuring.measurements.first?.name == "")
    }
}
