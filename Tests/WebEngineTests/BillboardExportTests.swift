import Geometry
import TestWorlds
import Testing

@testable import WebEngine

/// The billboard and the view as a host uses them.
@Suite struct BillboardExportTests {
    private let host: HostSession

    init() throws { host = try HostSession(watching: 16) }

    private func addText(_ words: [UInt8], _ from: Double, _ until: Double, _ duration: Double) {
        sightlineBillboardAddText(host.handle, 0, words, Int32(words.count), 0x336699, from, until, duration)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1e300, 0, 1e300])
    func `A program with times without sense shows something or nothing, at any time`(value: Double) {
        sightlineBillboardOpen(host.handle)
        addText(Array("a".utf8), value, value, value)
        addText(Array("b".utf8), -.infinity, .infinity, value)
        addText([0xFF, 0xFE], 0, 1, 5)
        #expect(host.engine.billboard?.program.items.count == 3)
        for time in [value, 0.5, 1e18] {
            #expect(host.numbers(sightlineBillboardUpdate(host.handle, time)) == [0])
            let index = host.engine.billboard?.program.index(at: time)
            #expect(index.map { (0..<3).contains($0) } ?? true)
        }
        sightlineBillboardClear(host.handle, 7)
        #expect(host.engine.billboard?.program.items.count == 3, "no billboard has this number")
        sightlineBillboardClear(host.handle, 0)
        #expect(host.engine.billboard?.program.items.isEmpty == true)
    }

    @Test func `A poster is learnt from enough features, and a size that was not written is refused`() {
        sightlineBillboardOpen(host.handle)
        let memory = sightlineSessionImageMemory(host.handle, 320 * 240)
        for index in 0..<320 * 240 { memory[index] = 128 }
        #expect(sightlineBillboardLearn(host.handle, 1, 320, 240) == 0, "a gray area has no features")
        #expect(sightlineBillboardLearn(host.handle, 1, 2048, 2048) == 0, "more than the memory holds")
        #expect(sightlineBillboardLearn(host.handle, 1, 0, 240) == 0)
        for index in 0..<320 * 240 {
            memory[index] = UInt8(truncatingIfNeeded: (index % 320 / 16 &* 7919) ^ (index / 320 / 16 &* 104_729) &* 31)
        }
        #expect(sightlineBillboardLearn(host.handle, 1, 320, 240) == 1)
        sightlineBillboardForget(host.handle)
    }

    @Test func `A tap finds no rectangle on a painted floor, and the billboard's options hold`() {
        sightlineBillboardOpen(host.handle)
        sightlineBillboardOptions(host.handle, 7)
        #expect(host.engine.billboard?.addsBillboards == true)
        #expect(host.engine.billboard?.showsCorners == true)
        #expect(host.engine.billboard?.survivesInterruption == true)
        sightlineBillboardOptions(host.handle, 0)
        #expect(host.engine.billboard?.showsCorners == false)
        for (x, y) in [(Double.nan, 5.0), (.infinity, 5), (1e9, 1e9)] {
            #expect(sightlineBillboardTap(host.handle, x, y) != BillboardOutcomeCode.found.rawValue)
        }
        for identifier in [Int32.min, -1, 0, 1, .max] {
            #expect(sightlineBillboardChoose(host.handle, identifier) == 0)
            #expect(host.numbers(sightlineBillboardAt(host.handle, identifier)) == [0])
        }
        sightlineBillboardRemove(host.handle)
        #expect(host.numbers(sightlineBillboardUpdate(host.handle, 0)) == [0])
    }

    @Test func `The composed view shows the reticle over the image, and a pixel of it is one of the image`() throws {
        let (width, height) = (Int(HostSession.lens.width), Int(HostSession.lens.height))
        let memory = sightlineSessionImageMemory(host.handle, Int32(width * height * 3 / 2))
        for index in 0..<width * height * 3 / 2 { memory[index] = 128 }
        func compose(_ parts: Int32) throws -> [UInt8] {
            let (w, h) = (Int32(width), Int32(height))
            let view = try #require(sightlineViewCompose(host.handle, 1, w, h, w, h, 0, parts))
            return Array(UnsafeBufferPointer(start: view, count: width * height))
        }
        let plain = try compose(0)
        #expect(plain.allSatisfy { abs(Int($0) - 128) <= 1 })
        _ = sightlineMeasuringUpdate(host.handle, 160, 150)
        let reticle = try compose(ViewPartCode.measuring.rawValue)
        #expect(reticle.count { abs(Int($0) - 128) > 3 } > 50, "the reticle is not shown")
        let pixel = host.numbers(sightlineViewPixel(host.handle, 0.25, 0.75))
        try #require(pixel.count == 2)
        #expect(abs(pixel[0] - 80) < 1 && abs(pixel[1] - 180) < 1)
    }

    @Test func `What people in a call draw is placed on the floor, listed, and erased where it is`() throws {
        let frame = host.lastStamp
        sightlineAssistingUpdate(host.handle)
        #expect(sightlineAssistingFreeze(host.handle, frame, 1) == 1)
        let words = Array("here".utf8)
        func begin(_ number: Int32, thickness: Double) -> Int32 {
            sightlineAssistingBegin(
                host.handle,
                1,
                number,
                AnnotationKindCode.text.rawValue,
                0,
                0xFF0000,
                thickness,
                words,
                4,
                frame
            )
        }
        for wrong in [Double.nan, 0, -1, 0.5, .infinity] {
            #expect(begin(1, thickness: wrong) == AnnotationResultCode.badValue.rawValue)
        }
        #expect(begin(1, thickness: 0.01) == AnnotationResultCode.done.rawValue)
        #expect(begin(1, thickness: 0.01) == AnnotationResultCode.badValue.rawValue, "the name is in use")
        for wrong in [Double.nan, 9, -Double.infinity] {
            #expect(
                sightlineAssistingAppend(host.handle, 1, 1, [wrong, 0.5], 1, frame)
                    == AnnotationResultCode.badValue.rawValue
            )
        }
        #expect(sightlineAssistingAppend(host.handle, 1, 1, [0.5, 0.55], 1, frame) == 0)
        #expect(sightlineAssistingEnd(host.handle, 1, 1) == 0)
        #expect(host.text(sightlineAssistingList(host.handle)).contains("here"))
        let point = try #require(host.engine.assisting.annotations.first?.points.first)
        #expect(abs(point.y - HostSession.floor) < 0.05)
        sightlineAssistingErase(host.handle, 0.1, 0.1, 0.02, frame)
        #expect(host.engine.assisting.annotations.count == 1)
        sightlineAssistingErase(host.handle, 0.5, 0.55, 0.05, frame)
        #expect(host.engine.assisting.annotations.isEmpty)
        #expect(sightlineAssistingFreeze(host.handle, frame, 0) == 1)
    }
}
