import Testing

@testable import WebEngine

/// The flat interface as a host uses it, natively.
@Suite struct SessionExportTests {
    private static let width = 64
    private static let height = 48

    /// A record of a small phone camera.
    static var phoneRecord: [Double] { SessionExportTests().record() }

    private func record() -> [Double] {
        var record = [Double](repeating: 0, count: ConfigurationRecord.count)
        record[ConfigurationRecord.width] = Double(Self.width)
        record[ConfigurationRecord.height] = Double(Self.height)
        record.replaceSubrange(2..<6, with: [50, 50, 32, 24])
        record.replaceSubrange(11..<15, with: [0, 0, 0, 1])
        record.replaceSubrange(20..<24, with: [1e-3, 1e-2, 1e-4, 1e-3])
        return record
    }

    @Test(arguments: [
        (ConfigurationRecord.width, -1.0), (ConfigurationRecord.width, .nan), (ConfigurationRecord.height, 1e9),
        (ConfigurationRecord.focalLength, 0), (ConfigurationRecord.principalPoint, .infinity),
        (ConfigurationRecord.distortionKind, 7), (ConfigurationRecord.distortion, .nan), (14, 5), (15, .nan),
        (ConfigurationRecord.timeOffset, .nan), (ConfigurationRecord.readoutTime, -1), (ConfigurationRecord.noise, 0),
        (23, .nan),
    ])
    func `A configuration that cannot be gives no session`(field: Int, value: Double) {
        var record = record()
        record[field] = value
        #expect(sightlineSessionNew(record) == nil)
    }

    @Test func `An image waits for inertial samples that cover it and comes back with its stamp`() throws {
        let session = try #require(sightlineSessionNew(record()))
        defer { sightlineSessionFree(session) }
        addSamples(to: session, from: 1_000_000_000, count: 2)
        #expect(addImage(to: session, timestamp: 1_500_000_000) == 1)
        #expect(sightlineSessionNextFrame(session) == nil)
        addSamples(to: session, from: 1_020_000_000, count: 60)
        let frame = try #require(sightlineSessionNextFrame(session))
        #expect(UnsafeRawPointer(frame).load(as: Int64.self) == 1_500_000_000)
        #expect(frame[FrameRecord.trackingState] == 1 && (1...4).contains(frame[FrameRecord.trackingLimit]))
        #expect(frame[FrameRecord.featureCount] > 0)
        let feature = UnsafeRawPointer(sightlineSessionFeatures(session))
        #expect((0...64).contains(feature.load(fromByteOffset: 4, as: Float.self)))
        #expect(sightlineSessionNextFrame(session) == nil)
    }

    @Test
    func
        `A camera's brightness is tracked at a part of its size, and the view is drawn over its planes without a canvas`()
        throws
    {
        let session = try #require(sightlineSessionNew(record()))
        defer { sightlineSessionFree(session) }
        let (width, height) = (2 * Self.width, 2 * Self.height)
        addSamples(to: session, from: 1_000_000_000, count: 60)
        let memory = sightlineSessionImageMemory(session, Int32(width * height * 3 / 2))
        for index in 0..<width * height * 3 / 2 { memory[index] = UInt8(index * 7 % 251) }
        #expect(sightlineViewCompose(session, 0, Int32(width), Int32(height), 128, 96, 4, 0) == nil)
        #expect(sightlineSessionAddLuma(session, 1_500_000_000, Int32(width), Int32(height), 2, 0) == 1)
        try #require(sightlineSessionNextFrame(session) != nil)
        let view = try #require(sightlineViewCompose(session, 0, Int32(width), Int32(height), 128, 96, 4, 24))
        #expect((0..<width * height).allSatisfy { view[4 * width + $0] == UInt8($0 * 7 % 251) })
        for (pictureWidth, viewWidth, viewHeight, top) in [
            (127, 128, 96, 4), (128, 0, 96, 4), (128, 128, 95, 4), (128, 128, 96, 3), (9000, 128, 96, 4),
            (4000, 128, 96, 4),
        ] {
            let sides = [pictureWidth, height, viewWidth, viewHeight, top].map { Int32($0) }
            #expect(sightlineViewCompose(session, 0, sides[0], sides[1], sides[2], sides[3], sides[4], 24) == nil)
        }
        for (width, height, factor) in [(128, 96, 0), (128, 96, 9), (1, 96, 2), (9000, 96, 2), (4000, 4000, 2)] {
            #expect(sightlineSessionAddLuma(session, 2, Int32(width), Int32(height), Int32(factor), 0) == 0)
        }
        #expect(
            sightlineViewPlanesOfColors(session, 63, 48) == nil
                && sightlineViewPlanesOfColors(session, 4000, 4000) == nil
        )
    }

    @Test(arguments: [(0, 48, 1), (64, 48, 3), (64, 48, 4), (9000, 48, 1), (-64, -48, 1)])
    func `An image of a size that was not written is refused`(width: Int, height: Int, bytesPerPixel: Int) throws {
        let session = try #require(sightlineSessionNew(record()))
        defer { sightlineSessionFree(session) }
        _ = sightlineSessionImageMemory(session, Int32(Self.width * Self.height))
        #expect(
            sightlineSessionAddImage(session, 1, Int32(width), Int32(height), Int32(bytesPerPixel)) == 0
        )
    }

    @Test func `Colour and gray images of the same scene give the same features`() throws {
        let gray = try #require(sightlineSessionNew(record()))
        let color = try #require(sightlineSessionNew(record()))
        defer { [gray, color].forEach(sightlineSessionFree) }
        let counts = try [(gray, 1), (color, 4)].map { session, bytesPerPixel in
            addSamples(to: session, from: 0, count: 60)
            _ = addImage(to: session, timestamp: 100_000_000, bytesPerPixel: bytesPerPixel)
            return try #require(sightlineSessionNextFrame(session))[FrameRecord.featureCount]
        }
        #expect(counts[0] == counts[1])
    }

    @Test func `A configuration is taken, or refused whole, and a restart is an event`() throws {
        let session = try #require(sightlineSessionNew(record()))
        defer { sightlineSessionFree(session) }
        #expect(sightlineSessionConfigure(session, 2, 1, 0, .infinity, 1) == 1)
        for (planes, timeout, after) in [(8, 1, 1), (-1, 1, 1), (7, .nan, 1), (7, -1, 1), (7, 1, 0), (7, 1, .nan)] {
            #expect(sightlineSessionConfigure(session, Int32(planes), 0, 1, timeout, after) == 0)
        }
        let world = engineSession(session).session.world
        #expect(world.configuration.planeDetection == .vertical && world.configuration.keepsAnchorsOverRestart)
        #expect(!world.configuration.remembersPlace)
        let anchor = try #require(
            [0.0, 0, 0, 1, 0, 0, 0].withUnsafeBufferPointer(\.baseAddress).map { pose in
                sightlineSessionAddAnchor(session, pose)
            }
        )
        sightlineSessionRestart(session, 0)
        #expect(engineSession(session).session.world.anchors.map(\.identifier) == [anchor])
        sightlineSessionRestart(session, 1)
        #expect(engineSession(session).session.world.anchors.isEmpty)
        #expect(engineSession(session).session.takeEvents().contains(.restarted))
    }

    private func addSamples(to session: UnsafeMutableRawPointer, from start: Int64, count: Int) {
        for index in 0..<count {
            let memory = sightlineAllocate(Int32(InertialRecord.stride))
            memory.storeBytes(of: start + Int64(index) * 10_000_000, as: Int64.self)
            for (offset, value) in [0, 0, 0, 0, 0, 9.81].enumerated() {
                memory.storeBytes(of: value, toByteOffset: 8 + 8 * offset, as: Double.self)
            }
            sightlineSessionAddInertial(session, memory, 1)
            sightlineFree(memory)
        }
    }

    private func addImage(to session: UnsafeMutableRawPointer, timestamp: Int64, bytesPerPixel: Int = 1) -> Int32 {
        let memory = sightlineSessionImageMemory(session, Int32(Self.width * Self.height * bytesPerPixel))
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let shade: UInt8 = (x / 12 + y / 12) % 2 == 0 ? 40 : 200
                for channel in 0..<bytesPerPixel { memory[(y * Self.width + x) * bytesPerPixel + channel] = shade }
            }
        }
        let (width, height) = (Int32(Self.width), Int32(Self.height))
        return sightlineSessionAddImage(session, timestamp, width, height, Int32(bytesPerPixel))
    }
}
