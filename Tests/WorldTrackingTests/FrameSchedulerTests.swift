import Testing

@testable import WorldTracking

@Suite("Which heavy step a frame may take")
struct FrameSchedulerTests {
    /// The steps of frames 40 ms apart: planes from landmarks (L), from images (I), the map (M).
    private func steps(_ count: Int, interval: Int64 = 40_000_000) -> String {
        var scheduler = FrameScheduler()
        var steps = ""
        for frame in 0..<Int64(count) {
            let now = frame * interval
            scheduler.beginFrame()
            switch scheduler.planeStep(at: now) {
            case .landmarks: steps += "L"
            case .images: steps += "I"
            case nil: break
            }
            if scheduler.allowsMapStep(at: now) { steps += "M" }
        }
        return steps
    }

    @Test("planes take two frames of four, and the map the others")
    func turns() {
        #expect(steps(8) == "LIMMLIMM")
    }

    @Test("at a low rate the map has a frame with the planes rather than none")
    func patience() {
        #expect(steps(4, interval: 200_000_000) == "LLMLLM")
    }

    @Test("after a keyframe a search that waits is next, once")
    func searches() {
        var scheduler = FrameScheduler()
        #expect(scheduler.allowsKeyframe)
        scheduler.takeKeyframe(isSearchWaiting: true)
        #expect(!scheduler.allowsKeyframe)
        scheduler.takeSearch()
        #expect(scheduler.allowsKeyframe)
        scheduler.takeKeyframe(isSearchWaiting: false)
        #expect(scheduler.allowsKeyframe)
    }
}
