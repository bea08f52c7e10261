import Geometry
import Imaging
import TestWorlds
import Testing

@testable import WebEngine

/// What holds for any session over the flat interface: the same in gives the same out, in whatever form it comes.
@Suite struct EngineLawTests {
    /// All numbers of a session's last frame, what it knows of the world included.
    private func records(_ host: HostSession) -> [[Double]] {
        let frame = Array(UnsafeBufferPointer(start: host.engine.frame, count: FrameRecord.count))
        let anchorCount = Int(frame[FrameRecord.anchorCount]) * AnchorRecord.count
        let anchors = UnsafeBufferPointer(start: sightlineSessionAnchors(host.handle), count: anchorCount)
        let landmarkBytes = Int(frame[FrameRecord.landmarkCount]) * LandmarkRecord.stride
        let landmarks = UnsafeBufferPointer(start: sightlineSessionLandmarks(host.handle), count: landmarkBytes)
        let featureBytes = Int(frame[FrameRecord.featureCount]) * FeatureRecord.stride
        let features = UnsafeBufferPointer(start: sightlineSessionFeatures(host.handle), count: featureBytes)
        return [frame, Array(anchors), landmarks.map(Double.init), features.map(Double.init)]
    }

    @Test func `Two sessions that see the same know the same, to the last bit`() throws {
        let (one, other) = (try HostSession(watching: 12), try HostSession(watching: 12))
        for (a, b) in zip(records(one), records(other)) { #expect(a.map(\.bitPattern) == b.map(\.bitPattern)) }
        for (x, y) in [(160.0, 150.0), (20, 200), (300, 30)] {
            let count = sightlineSessionHitTest(one.handle, x, y, 31)
            #expect(count == sightlineSessionHitTest(other.handle, x, y, 31))
            let hits = [one, other].map { host in
                Array(
                    UnsafeBufferPointer(start: sightlineSessionHits(host.handle), count: Int(count) * HitRecord.count)
                )
            }
            #expect(hits[0].map(\.bitPattern) == hits[1].map(\.bitPattern))
        }
    }

    @Test func `A question changes no answer to another`() throws {
        let (asked, quiet) = (try HostSession(watching: 8), try HostSession(watching: 8))
        for index in 8..<12 {
            _ = sightlineSessionHitTest(asked.handle, 160, 150, 31)
            _ = sightlineSessionSaveMap(asked.handle)
            _ = sightlineSessionWriteRays(asked.handle)
            _ = sightlineDrawingFile(asked.handle, DrawingFileCode.gltf.rawValue)
            try asked.watch(index)
            try quiet.watch(index)
        }
        for (a, b) in zip(records(asked), records(quiet)) { #expect(a.map(\.bitPattern) == b.map(\.bitPattern)) }
    }

    @Test func `The composed view is the same of interlaced and of separate planes, and its head is left to the host`()
        throws
    {
        let host = try HostSession(watching: 9)
        let (w, h) = (Int32(HostSession.lens.width), Int32(HostSession.lens.height))
        let (area, quarter) = (Int(w * h), Int(w * h) / 4)
        _ = sightlineMeasuringUpdate(host.handle, 160, 150)
        func composed(_ coding: Int32, top: Int32 = 0) throws -> [UInt8] {
            let memory = sightlineSessionImageMemory(host.handle, w * h * 3 / 2)
            for i in 0..<area { memory[i] = UInt8(40 + i % 150) }
            for i in 0..<quarter {
                let (blue, red) = (UInt8(100 + i % 50), UInt8(140 - i % 40))
                memory[coding & 4 != 0 ? area + 2 * i : area + i] = blue
                memory[coding & 4 != 0 ? area + 2 * i + 1 : area + quarter + i] = red
            }
            let parts = ViewPartCode.measuring.rawValue
            let view = try #require(sightlineViewCompose(host.handle, coding, w, h, w, h, top, parts))
            return Array(UnsafeBufferPointer(start: view, count: Int(w * (h + top)) * 3 / 2))
        }
        for coding: Int32 in [0, 1, 2, 3] { #expect(try composed(coding) == composed(coding + 4)) }
        let (plain, headed) = (try composed(1), try composed(1, top: 4))
        #expect(Array(headed[Int(4 * w)..<Int(w * (h + 4))]) == Array(plain[..<area]))
    }

    @Test func `A view of a size that cannot be is refused, and the next one is drawn`() throws {
        let host = try HostSession(watching: 2)
        _ = sightlineSessionImageMemory(host.handle, 320 * 240 * 3 / 2)
        func compose(_ sides: [Int32]) -> Bool {
            sightlineViewCompose(host.handle, 0, sides[0], sides[1], sides[2], sides[3], sides[4], 0) != nil
        }
        for position in 0..<5 {
            for wrong: Int32 in [-2, 3, 8194, .max, .min] {
                var sides: [Int32] = [320, 240, 320, 240, 0]
                sides[position] = wrong
                #expect(!compose(sides), "\(sides)")
            }
        }
        for position in 0..<4 {
            var sides: [Int32] = [320, 240, 320, 240, 0]
            sides[position] = 0
            #expect(!compose(sides))
        }
        #expect(!compose([640, 480, 320, 240, 0]), "more than the image memory holds")
        #expect(compose([320, 240, 320, 240, 0]) && compose([320, 240, 2, 2, 8192]))
        for (w, h) in [(0, 2), (2, -2), (3, 2), (8194, 2), (640, 480)] as [(Int32, Int32)] {
            #expect(sightlineViewPlanesOfColors(host.handle, w, h) == nil)
        }
        #expect(sightlineViewPlanesOfColors(host.handle, 160, 120) != nil)
    }

    @Test func `A pen follows what it is shown in colour, also where poses come from outside`() throws {
        let host = try HostSession(watching: 2)
        #expect(sightlineDrawingFollow(host.handle, 160, 120) == 0, "there is no pen")
        sightlineDrawingOpen(host.handle)
        #expect(sightlineDrawingFollow(host.handle, 160, 120) == 0, "no image in colour has come")
        let memory = sightlineSessionImageMemory(host.handle, 320 * 240 * 4)
        for i in 0..<320 * 240 {
            let isThing = abs(i % 320 - 160) < 12 && abs(i / 320 - 120) < 12
            let color: [UInt8] = isThing ? [40, 60, 220, 255] : [UInt8(90 + i % 7), 100, 95, 255]
            for channel in 0..<4 { memory[4 * i + channel] = color[channel] }
        }
        let numbers = HostSession.numbers(of: HostSession.pose(at: 2))
        let stamp = host.lastStamp + 100_000_000
        #expect(sightlineSessionAddPosedImage(host.handle, stamp, 320, 240, 4, numbers) == 1)
        #expect(sightlineSessionNextFrame(host.handle) != nil)
        for (x, y) in [(-1.0, 5.0), (320, 5), (5, 240), (.nan, 5), (5, .infinity)] {
            #expect(sightlineDrawingFollow(host.handle, x, y) == 0)
        }
        #expect(sightlineDrawingFollow(host.handle, 160, 120) == FollowedKindCode.thing.rawValue)
        let state = host.numbers(sightlineDrawingUpdate(host.handle, -1, -1))
        #expect(state[DrawingRecord.isFollowing] == 1)
        #expect(abs(state[DrawingRecord.tip] - 160) < 3 && abs(state[DrawingRecord.tip + 1] - 120) < 3)
    }

    @Test func `A cut text is a beginning of the whole one, of whole letters`() {
        let text = "a°m²—長さ👋🏽é"
        let bytes = Array(text.utf8)
        for most in 0...bytes.count + 2 {
            let cut = String(cutting: bytes, count: Int32(bytes.count), most: most)
            #expect(cut.utf8.count <= most && cut.utf8.count >= min(most, bytes.count) - 3)
            #expect(text.utf8.starts(with: cut.utf8) && !cut.unicodeScalars.contains("\u{FFFD}"))
        }
        #expect(String(cutting: bytes, count: .min, most: 20).isEmpty)
    }

    @Test func `Only anchors that were set can be removed, each once`() throws {
        let host = try HostSession(watching: 16)
        let anchor = sightlineSessionAddAnchor(host.handle, [0, 0, 0, 1, 0.5, -1, 0.25])
        let planes = host.engine.session.world.planes.map(\.identifier)
        #expect(!planes.isEmpty)
        for identifier in planes + [0, -1, .max, .min] {
            #expect(sightlineSessionRemoveAnchor(host.handle, identifier) == 0)
        }
        #expect(host.engine.session.world.planes.map(\.identifier) == planes)
        #expect(sightlineSessionRemoveAnchor(host.handle, anchor) == 1)
        #expect(sightlineSessionRemoveAnchor(host.handle, anchor) == 0)
    }

    @Test func `Any part of a stroke can be asked for, however far it reaches beyond its end`() throws {
        let host = try HostSession(watching: 16)
        sightlineDrawingOpen(host.handle)
        _ = sightlineDrawingUpdate(host.handle, 120, 130)
        _ = sightlineDrawingGesture(host.handle, DrawingGestureCode.press.rawValue)
        for step in 0...10 { _ = sightlineDrawingUpdate(host.handle, 120 + 8 * Double(step), 130) }
        _ = sightlineDrawingGesture(host.handle, DrawingGestureCode.release.rawValue)
        _ = sightlineDrawingShare(host.handle, 1, 0, 1)
        let drawing = try #require(host.engine.drawing?.drawing)
        let stroke = try #require(drawing.strokes.first)
        let world = host.engine.session.world
        let whole = drawing.shared(stroke.identifier, from: 0, count: stroke.points.count, in: world)
        #expect(whole != nil && whole == drawing.shared(stroke.identifier, from: .min, count: .max, in: world))
        let rest = drawing.shared(stroke.identifier, from: 2, count: stroke.points.count - 2, in: world)
        #expect(rest != nil && rest == drawing.shared(stroke.identifier, from: 2, count: .max, in: world))
        let none = drawing.shared(stroke.identifier, from: .max, count: .max, in: world)
        #expect(none == drawing.shared(stroke.identifier, from: .max, count: .min, in: world))
    }
}
