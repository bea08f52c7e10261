import Geometry
import SceneGraph
import Testing
import WorldTracking

@testable import Experiences

@Suite("Parts of the tools")
struct PartsTests {
    private static func ray(_ angle: Double) -> Ray {
        Ray(origin: .zero, direction: Rotation(angle: angle, axis: Vector3(0, 1, 0)) * Vector3(0, 0, -1))
    }

    @Test("a rough point is offered at the same aim for eight seconds after a tap, and no longer")
    func roughOffer() {
        var offer = RoughPointOffer()
        #expect(!offer.isOpen)
        offer.setAim(Self.ray(0), nanoseconds: 1_000_000_000)
        offer.open()
        #expect(offer.isOpen)
        offer.setAim(Self.ray(0.05), nanoseconds: 2_000_000_000)
        #expect(offer.isOpen, "a hand trembles")
        offer.setAim(Self.ray(0.08), nanoseconds: 3_000_000_000)
        #expect(!offer.isOpen, "another place is meant")
        offer.setAim(Self.ray(0), nanoseconds: 8_900_000_000)
        #expect(offer.isOpen)
        offer.setAim(Self.ray(0), nanoseconds: 9_100_000_000)
        #expect(!offer.isOpen, "the tap is too old")
        offer.setAim(nil, nanoseconds: 2_000_000_000)
        #expect(!offer.isOpen && offer.aimRay == nil)
    }

    @Test("the tip's filter holds a trembling hand still, follows a fast one, and starts again after a gap")
    func tipFilter() {
        var filter = TipFilter()
        var still: [Vector2] = []
        for step in 0..<60 {
            let tremor = Vector2(step % 2 == 0 ? 1 : -1, 0)
            still.append(filter.calmed(Vector2(100, 100) + tremor, seconds: Double(step) / 30))
        }
        #expect(still.suffix(20).allSatisfy { abs($0.x - 100) < 0.6 })
        filter.reset()
        var last = Vector2.zero
        for step in 0..<30 { last = filter.calmed(Vector2(Double(step) * 20, 0), seconds: Double(step) / 30) }
        #expect(580 - last.x < 25, "the lag is about one image")
        #expect(filter.calmed(Vector2(5, 5), seconds: 10) == Vector2(5, 5))
    }

    @Test("a finger goes on from a stroke's height, a pointer is aimed at the height itself")
    func pulls() {
        let camera = Camera(
            worldFromCamera: RigidTransform(
                rotation: Rotation(angle: -0.6, axis: Vector3(1, 0, 0)),
                translation: Vector3(0, 0.8, 1)
            ),
            lens: CameraModel(
                width: 640,
                height: 480,
                focalLengthPixels: Vector2(500, 500),
                principalPointPixels: Vector2(320, 240),
                distortion: .none
            )
        )
        let up = Vector3(0, 1, 0)
        guard let base = camera.pixel(of: .zero), let top = camera.pixel(of: up * 0.15) else {
            Issue.record("the stroke is not in view")
            return
        }
        let pointer = StrokePull(strokeIndex: 0, point: .zero, pixel: base, startHeight: 0)
        #expect(abs(pointer.height(at: top, normal: up, camera: camera, isFinger: false) - 0.15) < 1e-6)
        let finger = StrokePull(strokeIndex: 0, point: .zero, pixel: base, startHeight: 0.1)
        let moved = base - Vector2(0, 120)
        #expect(abs(finger.height(at: moved, normal: up, camera: camera, isFinger: true) - 0.2) < 1e-9)
        let down = base + Vector2(0, 60)
        #expect(finger.height(at: down, normal: up, camera: camera, isFinger: true) == 0.1)
    }

    @Test("a stroke's part replaces what follows its first point, and a pulled stroke is held to three metres")
    func strokes() {
        let points = (0..<5).map { Vector3(Double($0) * 0.01, 0, 0) }
        var stroke = InkStroke(
            identifier: 3,
            color: .sky,
            thickness: 0.01,
            points: points,
            normal: Vector3(0, 1, 0),
            planeAnchor: 7
        )
        let part = stroke.piece([Vector3(9, 0, 0)], identifier: 3)
        let joined = stroke.joined(with: part, from: 2)
        #expect(joined.points == Array(points.prefix(2)) + [Vector3(9, 0, 0)])
        #expect(joined.planeAnchor == 7 && joined.revision == 1)
        stroke.pull(to: 50, finish: .wood)
        #expect(stroke.height == 3 && stroke.finish == .wood && stroke.revision == 1)
        stroke.pull(to: -1, finish: .plain)
        #expect(stroke.height == 0 && stroke.solid == nil)
        #expect(stroke.renumbered(8).identifier == 8 && stroke.renumbered(8).revision == 2)
        #expect(!stroke.isClosed)
    }

    @Test("a focus square is closed on a found surface and open on an estimated one, and lies on it")
    func focusSquare() {
        let camera = Camera(
            worldFromCamera: RigidTransform(rotation: .identity, translation: Vector3(0, 1, 1)),
            lens: CameraModel(
                width: 640,
                height: 480,
                focalLengthPixels: Vector2(500, 500),
                principalPointPixels: Vector2(320, 240),
                distortion: .none
            )
        )
        for isClosed in [true, false] {
            let lines = FocusSquare.corners(
                at: .zero,
                normal: Vector3(0, 1, 0),
                camera: camera,
                size: 0.1,
                isClosed: isClosed
            )
            #expect(lines.count == 4 && lines.allSatisfy { $0.allSatisfy { abs($0.y) < 1e-12 } })
            let gap = (lines[0][2] - lines[1][0]).length
            #expect(isClosed ? gap < 1e-9 : gap > 0.03)
        }
    }

    @Test("numbers are written with the decimals asked for, rounded away from zero, and what is no number is a dash")
    func decimals() {
        #expect(DecimalText.string(2.5, decimals: 0) == "3")
        #expect(DecimalText.string(-0.04, decimals: 1) == "0.0")
        #expect(DecimalText.string(-12.375, decimals: 2) == "-12.38")
        #expect(DecimalText.string(0.07, decimals: 2) == "0.07")
        #expect(DecimalText.string(.nan, decimals: 1) == "–")
        #expect(DecimalText.string(1e20, decimals: 1) == "–")
    }
}
