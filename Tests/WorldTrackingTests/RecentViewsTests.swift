import Geometry
import Imaging
import Odometry
import TestWorlds
import Testing

@testable import WorldTracking

@Suite("Images of the last seconds")
struct RecentViewsTests {
    private func picture(at time: Double, state: TrackingState = .normal) -> TrackedImage {
        var picture = SyntheticRoom().picture(at: time, state: state)
        picture.image = GrayImage(width: 640, height: 480)
        return picture
    }

    private func alignment() throws -> WorldAlignment {
        var alignment = WorldAlignment()
        alignment.setOrigin(at: try #require(picture(at: 0).odometryFromOptical))
        return alignment
    }

    @Test("an image is kept if it was taken from elsewhere than the others, and tracked well")
    func keeping() throws {
        var views = RecentViews()
        // The camera moves by 18 cm a second.
        for step in 0..<40 { views.keep(picture(at: Double(step) / 40)) }
        views.keep(picture(at: 3, state: .limited(.initializing)))
        let kept = views.views(try alignment())
        #expect(kept.count == 5)
        #expect(kept.map(\.timestampNanoseconds).isSorted)
        for (view, next) in zip(kept, kept.dropFirst()) {
            let moved = (view.camera.positionInWorld - next.camera.positionInWorld).length
            #expect(moved >= 0.04 && moved < 0.05)
        }
    }

    @Test("the oldest are forgotten")
    func forgetting() throws {
        var views = RecentViews()
        for step in 0..<40 { views.keep(picture(at: Double(step))) }
        let kept = views.views(try alignment())
        #expect(kept.count == 12 && kept.last?.timestampNanoseconds == 39_000_000_000)
        views.removeAll()
        #expect(views.views(try alignment()).isEmpty)
    }

    @Test("cameras follow the world when it is corrected")
    func correction() throws {
        var views = RecentViews()
        views.keep(picture(at: 0))
        var alignment = try alignment()
        let before = try #require(views.views(alignment).first).camera
        alignment.restart(at: try #require(picture(at: 1).odometryFromOptical), keepsWorld: false)
        let after = try #require(views.views(alignment).first).camera
        #expect((after.positionInWorld - before.positionInWorld).length > 0.1)
    }
}

extension [Int64] {
    fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy(<) }
}
