import Experiences
import Testing
import WorldTracking

@testable import WebEngine

/// The codes that were declared for the host are those of the engine's own types.
@Suite struct InterfaceTests {
    /// Expects the same names with the same codes.
    private func expectSame<Declared: CaseIterable & RawRepresentable, Own: RawRepresentable>(
        _ declared: Declared.Type,
        _ own: Own.Type
    ) throws where Declared.RawValue == Int32, Own.RawValue == Int32 {
        for code in Declared.allCases {
            let value = try #require(Own(rawValue: code.rawValue), "\(Own.self) has no \(code)")
            #expect("\(value)" == "\(code)")
        }
        let next = Declared.allCases.map(\.rawValue).max().map { $0 + 1 } ?? 0
        #expect(Own(rawValue: next) == nil, "\(Own.self) has more values than were declared")
    }

    @Test func `Enums of the tools have the declared names and codes`() throws {
        try expectSame(MeasuringModeCode.self, MeasuringMode.self)
        try expectSame(MeasuringAdviceCode.self, TrackingAdvice.self)
        try expectSame(MeasuringToolKindCode.self, MeasuringTool.self)
        try expectSame(AimConfidenceCode.self, Aim.Confidence.self)
        try expectSame(QuantityCode.self, Reading.Quantity.self)
        try expectSame(DrawingModeCode.self, DrawingTool.Mode.self)
        try expectSame(DrawingFinishCode.self, SolidFinish.self)
        try expectSame(BillboardOutcomeCode.self, BillboardTool.Outcome.self)
        try expectSame(AnnotationKindCode.self, AnnotationKind.self)
    }

    @Test func `Hit test types and planes have the declared bits`() {
        let types: [HitTestTypeCode: HitTestTypes] = [
            .featurePoint: .featurePoint, .estimatedHorizontalPlane: .estimatedHorizontalPlane,
            .estimatedVerticalPlane: .estimatedVerticalPlane, .existingPlane: .existingPlane,
            .existingPlaneUsingExtent: .existingPlaneUsingExtent, .instantPlacement: .instantPlacement, .depth: .depth,
            .mesh: .mesh,
        ]
        #expect(types.count == HitTestTypeCode.allCases.count)
        for (code, type) in types { #expect(Int32(type.rawValue) == code.rawValue) }
        let everything = types.values.reduce(into: HitTestTypes()) { $0.formUnion($1) }
        #expect(HitTestTypes.all.union(.instantPlacement) == everything)
        let planes: [PlaneKindCode: PlaneDetection] = [
            .horizontal: .horizontal, .vertical: .vertical, .tilted: .tilted,
        ]
        #expect(planes.count == PlaneKindCode.allCases.count)
        for (code, plane) in planes { #expect(Int32(plane.rawValue) == code.rawValue) }
    }

    @Test func `The tools' states have the declared lengths`() throws {
        let session = try #require(sightlineSessionNew(SessionExportTests.phoneRecord))
        defer { sightlineSessionFree(session) }
        _ = sightlineMeasuringUpdate(session, -1, -1)
        #expect(sightlineAnswerLength(session) == Int32(MeasuringRecord.stride))
        _ = sightlineDrawingUpdate(session, -1, -1)
        #expect(sightlineAnswerLength(session) == 0)
        sightlineDrawingOpen(session)
        let state = UnsafeRawPointer(sightlineDrawingUpdate(session, -1, -1)).assumingMemoryBound(to: Double.self)
        #expect(sightlineAnswerLength(session) == Int32(DrawingRecord.stride))
        #expect(state[DrawingRecord.tip] == -1 && state[DrawingRecord.pulledHeight] == -1)
        sightlineBillboardOpen(session)
        let billboard = UnsafeRawPointer(sightlineBillboardUpdate(session, 0)).assumingMemoryBound(to: Double.self)
        #expect(sightlineAnswerLength(session) == 8 && billboard[BillboardRecord.hasRectangle] == 0)
    }
}
