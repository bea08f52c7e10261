import Foundation
import Testing

@testable import WebEngine

/// What people in a call draw, through the flat interface.
@Suite struct AssistingExportTests {
    private func begin(_ session: UnsafeMutableRawPointer, kind: Int32, frame: Int64) -> Int32 {
        let text = Array("valve".utf8)
        return sightlineAssistingBegin(session, 1, 7, kind, 0, 0xFF5A52, 0.006, text, Int32(text.count), frame)
    }

    @Test func `What was drawn on a frame that nobody knows, or is no annotation, is refused and leaves nothing`()
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
        #expect(String(decoding: UnsafeBufferPointer(start: list, count: length), as: UTF8.self) == "[]")
    }
}
