import Foundation
import Geometry
import TestWorlds
import Testing

@testable import WebEngine

/// What people in a call draw, through the flat interface.
@Suite struct AssistingExportTests {
    private func begin(_ session: UnsafeMutableRawPointer, kind: Int32, frame: Int64) -> Int32 {
        let text = Array("valve".utf8)
        return sightlineAssistingBegin(
            session,
            1,
            7,
            kind,
            0,
            0xFF5A52,
            0.006,
            text,
            Int32(text.count),
            frame
        )
    }

    @Test
    func
        `What was drawn on a frame that nobody knows, or is no annotation, is refused and leaves nothing`()
        throws
    {
        let session = try #require(sightlineSessionNew(SessionExportTests.phoneRecord))
        defer { sightlineSessionFree(session) }
        sightlineAssistingUpdate(session)
        #expect(begin(session, kind: 0, frame: 1_000_000) == AnnotationResultCode.unknownFrame.rawValue)
        #expect(begin(session, kind: 77, frame: 1_000_000) == AnnotationResultCode.badValue.rawValue)
        #expect(
            sightlineAssistingAppend(session, 1, 7, [0.5, 0.5], 1, 1_000_000)
                == AnnotationResultCode.unknownAnnotation.rawValue
        )
        #expect(sightlineAssistingEnd(session, 1, 7) == AnnotationResultCode.unknownAnnotation.rawValue)
        #expect(sightlineAssistingUndo(session, 1) == 0 && sightlineAssistingRemove(session, 1, 7) == 0)
        #expect(sightlineAssistingFreeze(session, 5, 1) == 0)
        sightlineAssistingErase(session, 0.5, .nan, 0.1, 5)
        sightlineAssistingClear(session, -1)
        let list = sightlineAssistingList(session)
        let length = Int(sightlineAnswerLength(session))
        #expect(
            String(decoding: UnsafeBufferPointer(start: list, count: length), as: UTF8.self) == "[]"
        )
    }

    /// The annotations as the page reads them.
    private func list(_ host: HostSession) throws -> [[String: Any]] {
        let json = host.bytes(sightlineAssistingList(host.handle))
        return try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
    }

    /// A session with a detected floor that has processed its last frame.
    private func watching() throws -> HostSession {
        let host = try HostSession(watching: 16)
        sightlineAssistingUpdate(host.handle)
        return host
    }

    /// Draws a stroke of an author along a row of the image; what beginning, adding and ending gave.
    private func draw(_ host: HostSession, author: Int32, number: Int32, row: Double) -> [Int32] {
        let positions = (0..<9).flatMap { [0.3 + 0.04 * Double($0), row] }
        return [
            sightlineAssistingBegin(
                host.handle,
                author,
                number,
                0,
                0,
                0x2F9BFF,
                0.006,
                [0],
                0,
                host.lastStamp
            ),
            sightlineAssistingAppend(host.handle, author, number, positions, 9, host.lastStamp),
            sightlineAssistingEnd(host.handle, author, number),
        ]
    }

    @Test func `A stroke lies on the floor where its positions are seen, in order`() throws {
        let host = try watching()
        #expect(draw(host, author: 4, number: 9, row: 0.55) == [0, 0, 0])
        let entry = try #require(try list(host).first)
        #expect(entry["author"] as? Int == 4 && entry["number"] as? Int == 9)
        #expect(entry["color"] as? Int == 0x2F9BFF && entry["isFinished"] as? Bool == true)
        let points = try #require(entry["points"] as? [[Double]])
        try #require(points.count >= 2)
        let camera = try #require(host.engine.session.world.currentFrame?.camera)
        var before = -Double.infinity
        for point in points {
            #expect(abs(point[1] - HostSession.floor) < 0.03)
            let pixel = try #require(camera.pixel(of: Vector3(point[0], point[1], point[2])))
            #expect(abs(pixel.y - 0.55 * 240) < 1 && pixel.x > before)
            before = pixel.x
        }
    }

    @Test
    func `Each author takes back and clears their own, and anybody's may be removed by its name`()
        throws
    {
        let host = try watching()
        for (author, number) in [(1, 1), (2, 1), (1, 2), (2, 2)] as [(Int32, Int32)] {
            #expect(
                draw(host, author: author, number: number, row: 0.5 + 0.03 * Double(author + number)) == [
                    0, 0, 0,
                ]
            )
        }
        func names() throws -> [String] {
            try list(host).map { "\($0["author"] ?? "").\($0["number"] ?? "")" }
        }
        #expect(try names() == ["1.1", "2.1", "1.2", "2.2"], "oldest first")
        #expect(sightlineAssistingUndo(host.handle, 1) == 1)
        #expect(try names() == ["1.1", "2.1", "2.2"])
        #expect(
            sightlineAssistingRemove(host.handle, 2, 1) == 1
                && sightlineAssistingRemove(host.handle, 2, 1) == 0
        )
        #expect(try names() == ["1.1", "2.2"])
        sightlineAssistingClear(host.handle, 2)
        #expect(try names() == ["1.1"])
        #expect(sightlineAssistingUndo(host.handle, 2) == 0)
        sightlineAssistingClear(host.handle, -1)
        #expect(try names().isEmpty)
    }

    @Test func `A frame that somebody draws on is known for as long as it is frozen`() throws {
        let host = try watching()
        let still = host.lastStamp
        #expect(sightlineAssistingFreeze(host.handle, still, 1) == 1)
        // The pose history holds 15 s.
        for index in 0..<220 {
            try host.watch(index % HostSession.arcCount)
            sightlineAssistingUpdate(host.handle)
        }
        func begin(_ number: Int32, _ frame: Int64) -> Int32 {
            sightlineAssistingBegin(host.handle, 1, number, 0, 0, 0, 0.006, [0], 0, frame)
        }
        #expect(begin(1, still) == AnnotationResultCode.done.rawValue)
        #expect(
            begin(2, still - 300_000_000) == AnnotationResultCode.unknownFrame.rawValue,
            "an older one is not"
        )
        #expect(sightlineAssistingFreeze(host.handle, still, 0) == 1)
        #expect(begin(3, still) == AnnotationResultCode.unknownFrame.rawValue)
    }

    @Test(arguments: [500, 501, 700])
    func `Long words are cut to whole letters, in any script`(count: Int) throws {
        let host = try watching()
        // Letters of two and three bytes, so that the limit falls within one.
        for (number, letter) in [(1, "é"), (2, "ア"), (3, "a")] as [(Int32, String)] {
            let bytes = Array(String(repeating: letter, count: count / letter.utf8.count + 1).utf8)
            let result = sightlineAssistingBegin(
                host.handle,
                1,
                number,
                AnnotationKindCode.text.rawValue,
                0,
                0,
                0.006,
                bytes,
                Int32(bytes.count),
                host.lastStamp
            )
            #expect(result == AnnotationResultCode.done.rawValue, "\(count) bytes of \(letter)")
        }
        for entry in try list(host) {
            let text = try #require(entry["text"] as? String)
            #expect(text.utf8.count <= 500 && text.utf8.count > 496 && Set(text).count == 1)
        }
    }
}
