import Geometry
import Testing

@testable import Experiences

@Suite("Fits of corners, planes and posters")
struct FittingTests {
    private static let square = [Vector2(0, 0), Vector2(320, 0), Vector2(320, 200), Vector2(0, 200)]
    private static let seen = [Vector2(102, 80), Vector2(300, 95), Vector2(310, 240), Vector2(90, 260)]

    @Test("a homography takes its four points where they belong, and points on a line make none")
    func fourPoints() throws {
        let map = try #require(Homography(from: Self.square, to: Self.seen))
        for (from, to) in zip(Self.square, Self.seen) { #expect((try #require(map(from)) - to).length < 1e-9) }
        let line = [Vector2(0, 0), Vector2(1, 1), Vector2(2, 2), Vector2(0, 5)]
        #expect(Homography(from: line, to: Self.seen) == nil)
        #expect(Homography(from: Self.square, to: line) == nil)
    }

    @Test("many pairs with noise refine a rough homography")
    func manyPairs() throws {
        let truth = try #require(Homography(from: Self.square, to: Self.seen))
        var generator = SeededGenerator(seed: 5)
        var pairs: [(from: Vector2, to: Vector2)] = []
        for step in 0..<60 {
            let from = Vector2(Double(step % 10) * 32, Double(step / 10) * 36)
            let noise = Vector2(Double(generator.nextIndex(below: 101)), Double(generator.nextIndex(below: 101)))
            pairs.append((from, try #require(truth(from)) + (noise - Vector2(50, 50)) / 100))
        }
        let rough = try #require(Homography(from: Self.square, to: Self.seen.map { $0 + Vector2($0.y / 40, -3) }))
        let fitted = try #require(Homography(fitting: pairs, start: rough))
        for corner in Self.square {
            #expect((try #require(fitted(corner)) - (try #require(truth(corner)))).length < 0.5)
        }
        #expect(Homography(fitting: Array(pairs.prefix(3)), start: rough) == nil)
    }

    @Test("a plane through points leaves the far ones out; too few points make none")
    func planes() throws {
        let truth = Plane(normal: Vector3(0.2, 1, -0.1), through: Vector3(0, 0.7, -1))
        var points: [Vector3] = []
        for step in 0..<40 {
            let raw = Vector3(Double(step % 8) * 0.1, 0.7, -1 - Double(step / 8) * 0.1)
            points.append(truth.projection(of: raw) + truth.normal * (step % 2 == 0 ? 0.001 : -0.001))
        }
        for step in 0..<3 { points.append(Vector3(Double(step) * 0.1, 1.1, -1.2)) }
        let found = try #require(PlaneThrough(points))
        #expect(abs(dot(found.plane.normal, truth.normal)) > 0.9999)
        #expect(found.deviation < 0.003)
        #expect(PlaneThrough(Array(points.prefix(5))) == nil)
    }

    @Test("rays from several positions fix a corner's depth, and a ray that passes by is left out")
    func corners() {
        let truth = Vector3(0.2, 0.1, -2)
        let first = Ray(origin: .zero, direction: truth)
        var corner = CornerEstimate(
            guess: first.point(at: 1.7),
            along: first.direction,
            depthSigma: 0.4,
            sideSigma: 0.003
        )
        for step in 0..<12 {
            let origin = Vector3(0.05 * Double(step), 0.02 * Double(step % 3), 0)
            corner.add(Ray(origin: origin, direction: truth - origin), angleSigma: 0.001, on: nil)
        }
        #expect((corner.point - truth).length < 0.01)
        let known = corner
        corner.add(Ray(origin: .zero, direction: Vector3(0.6, 0.1, -2)), angleSigma: 0.001, on: nil)
        #expect(corner == known)
    }

    @Test("with a plane a corner lies on it, wherever the rays come from")
    func cornerOnPlane() {
        let plane = Plane(normal: Vector3(0, 0, 1), through: Vector3(0, 0, -2))
        let ray = Ray(origin: .zero, direction: Vector3(0.1, 0, -1))
        var corner = CornerEstimate(guess: ray.point(at: 1.9), along: ray.direction, depthSigma: 0.3, sideSigma: 0.002)
        for _ in 0..<5 { corner.add(ray, angleSigma: 0.001, on: plane) }
        #expect(abs(plane.signedDistance(to: corner.point)) < 0.002)
    }
}
