import Testing

@testable import WebEngine

/// Invalid input from a faulty host: the engine refuses it or continues, and never traps.
@Suite struct HostileInputTests {
    private let handle: UnsafeMutableRawPointer

    init() throws { handle = try #require(sightlineSessionNew(SessionExportTests.phoneRecord)) }

    private func addSample(_ stamp: Int64, _ values: [Double]) {
        let memory = sightlineAllocate(Int32(InertialRecord.stride))
        defer { sightlineFree(memory) }
        memory.storeBytes(of: stamp, as: Int64.self)
        for (index, value) in values.enumerated() {
            memory.storeBytes(of: value, toByteOffset: 8 + 8 * index, as: Double.self)
        }
        sightlineSessionAddInertial(handle, memory, 1)
    }

    private func addImage(_ stamp: Int64, width: Int32 = 64, height: Int32 = 48) -> Int32 {
        let memory = sightlineSessionImageMemory(handle, width * height)
        for index in 0..<Int(width * height) { memory[index] = UInt8(index * 31 % 251) }
        return sightlineSessionAddImage(handle, stamp, width, height, 1)
    }

    private func drain() {
        sightlineSessionFinish(handle)
        var left = 100
        while left > 0, sightlineSessionNextFrame(handle) != nil { left -= 1 }
        #expect(left > 0)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `Inertial samples without sense do not spoil the session`(value: Double) throws {
        defer { sightlineSessionFree(handle) }
        for index in 0..<80 {
            addSample(Int64(index) * 10_000_000, [0, 0, 0, 0, 0, index % 3 == 0 ? value : 9.81])
        }
        for index in 0..<10 { _ = addImage(100_000_000 + Int64(index) * 33_000_000) }
        drain()
        let frame = engineSession(handle).frame
        for field in 1..<FrameRecord.count where field != FrameRecord.scaleSigma { #expect(frame[field].isFinite) }
    }

    @Test func `Stamps at the ends of their range, and backwards, are taken without a trap`() {
        defer { sightlineSessionFree(handle) }
        for stamp in [Int64.min, 0, .max, .max - 1, 5, .min + 1, -1] {
            addSample(stamp, [0, 0, 0, 0, 0, 9.81])
            _ = addImage(stamp)
        }
        drain()
    }

    @Test func `An image of another size than the camera's gives no pose and no trap`() {
        defer { sightlineSessionFree(handle) }
        for index in 0..<60 { addSample(Int64(index) * 10_000_000, [0, 0, 0, 0, 0, 9.81]) }
        for (index, size) in [(64, 48), (1, 1), (16, 16), (200, 3), (128, 96), (64, 48)].enumerated() {
            _ = addImage(100_000_000 + Int64(index) * 33_000_000, width: Int32(size.0), height: Int32(size.1))
        }
        drain()
        #expect(engineSession(handle).frame[FrameRecord.hasPose] == 0)
    }

    @Test func `Counts and sizes below zero mean nothing`() {
        defer { sightlineSessionFree(handle) }
        let memory = sightlineAllocate(-1)
        defer { sightlineFree(memory) }
        sightlineSessionAddInertial(handle, memory, -7)
        _ = sightlineSessionImageMemory(handle, .min)
        #expect(sightlineSessionAddImage(handle, 0, .min, .min, 1) == 0)
        #expect(sightlineSessionAddImage(handle, 0, .max, .max, 4) == 0)
        #expect(sightlineSessionAddLuma(handle, 0, .max, .max, .max, 1) == 0)
        #expect(sightlineBillboardLearn(handle, 1, -4, -4) == 0 && sightlineBillboardLearn(handle, 1, .max, .max) == 0)
        #expect(sightlineAssistingAppend(handle, 1, 1, [0.5, 0.5], -3, 0) != AnnotationResultCode.done.rawValue)
        sightlineFree(nil)
    }

    @Test func `A view that was never opened is not drawn, and its samples may be anything`() {
        defer { sightlineSessionFree(handle) }
        sightlineViewSmooth(handle, -3)
        sightlineViewSmooth(handle, .max)
        #expect(sightlineViewDraw(handle, 0, 64, 48, 0, 0, 24) == 0)
        #expect(sightlineViewDraw(handle, 0, -1, 48, .min, .max, .max) == 0)
        _ = sightlineViewPixel(handle, 0.5, .nan)
        #expect(sightlineAnswerLength(handle) == 0)
        #expect(sightlineBillboardAddImage(handle, 0, -1, 0, 1, 1) == 0)
    }

    @Test func `Tools that were not opened answer with nothing`() {
        defer { sightlineSessionFree(handle) }
        #expect(sightlineDrawingFollow(handle, 1, 1) == 0 && sightlineDrawingGesture(handle, 77) == 0)
        for kind in DrawingFileCode.allCases {
            _ = sightlineDrawingFile(handle, kind.rawValue)
            #expect(sightlineAnswerLength(handle) == 0)
        }
        _ = sightlineDrawingStrokes(handle)
        #expect(sightlineAnswerLength(handle) == 0)
        #expect(sightlineBillboardTap(handle, 5, 5) == BillboardOutcomeCode.nothing.rawValue)
        #expect(sightlineMeasuringPlace(handle) == 0 && sightlineMeasuringUndo(handle) == 0)
        #expect(sightlineMeasuringDelete(handle, 1) == 0 && sightlineMeasuringRename(handle, 1, [65], 1) == 0)
    }

    @Test func `Without a pen no gesture comes to anything, and nothing is loaded or taken`() {
        defer { sightlineSessionFree(handle) }
        for gesture in DrawingGestureCode.allCases { #expect(sightlineDrawingGesture(handle, gesture.rawValue) == 0) }
        #expect(sightlineDrawingLoad(handle, [1, 2, 3], 3) == 0)
        #expect(sightlineDrawingTake(handle, 7, [1, 2, 3], 3) == 0)
        #expect(engineSession(handle).drawing == nil)
    }

    @Test func `Many sessions live beside each other and end in any order`() throws {
        defer { sightlineSessionFree(handle) }
        let others = try (0..<8).map { _ in try #require(sightlineSessionNew(SessionExportTests.phoneRecord)) }
        #expect(Set(others + [handle]).count == 9)
        weak var gone: EngineSession?
        gone = engineSession(others[3])
        for index in [3, 0, 7, 1, 6, 2, 5, 4] { sightlineSessionFree(others[index]) }
        #expect(gone == nil, "a freed session lives on")
        #expect(addImage(1_000) == 1)
    }
}
