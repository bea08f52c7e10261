import Geometry
import Imaging
import Testing

@testable import Depth

@Suite("What a depth map is used for")
struct MapUseTests {
    private let map = DepthEstimatorTests.map(.room, withFineDepth: true)

    @Test("A ray of another camera meets the surface where the scene is")
    func rays() throws {
        let map = try #require(map)
        let pose = OpticalPose(rotation: Rotation(exp: Vector3(0, -0.05, 0)), translation: Vector3(0.1, 0, 0.1))
        var (count, wrong, within, upright) = (0, 0, 0, 0)
        for row in 1..<12 {
            for column in 1..<16 {
                let pixel = Vector2(Double(column) * 20, Double(row) * 20)
                let point = TexturedScene.lens.normalized(ofPixel: pixel)
                let direction = Vector3(point.x, point.y, 1)
                let ray = pose * Ray(origin: .zero, direction: direction.normalized)
                guard let hit = map.hit(along: ray) else { continue }
                let truth = try #require(TexturedScene.room.meeting(pose, direction))
                count += 1
                let error = hit.pointInWorld - truth.point
                if error.length > 0.05 * truth.depth { wrong += 1 }
                let inverse = try #require(hit.covariance.inverse)
                if dot(error, inverse * error) < 11.3 { within += 1 }
                let slope = truth.panel.slope
                let normal = Vector3(slope.x, slope.y, -1).normalized
                if dot(hit.normal, normal) > 0.9 { upright += 1 }
            }
        }
        #expect(count > 80, "\(count)")
        #expect(Double(wrong) < 0.05 * Double(count), "\(wrong) of \(count)")
        #expect(Double(upright) > 0.9 * Double(count), "\(upright) of \(count)")
        #expect(Double(within) > 0.9 * Double(count), "\(within) of \(count)")
    }

    @Test("The surface for drawing covers more than the map, and ends where things end")
    func fineSurface() throws {
        let map = try #require(map)
        let (lens, pose) = (map.lens.scaled(by: 2), try #require(DepthEstimatorTests.poses.last))
        #expect(map.fineDepth.count == lens.width * lens.height)
        let truth = try map.fineDepth.indices.map { pixel in
            let place = Vector2(Double(pixel % lens.width) + 0.5, Double(pixel / lens.width) + 0.5)
            let point = lens.normalized(ofPixel: place)
            return Float(try #require(TexturedScene.room.meeting(pose, Vector3(point.x, point.y, 1))).depth)
        }
        func isRight(_ depth: Float, _ pixel: Int) -> Bool { abs(depth - truth[pixel]) < 0.05 * truth[pixel] }
        let known = map.fineDepth.indices.filter { map.fineDepth[$0] > 0 }
        #expect(known.count > 4 * map.knownCount)
        #expect(Double(known.count { isRight(map.fineDepth[$0], $0) }) > 0.97 * Double(known.count))
        // Within two pixels of an edge of the box.
        let edge = truth.indices.filter { pixel in
            let (x, y) = (pixel % lens.width, pixel / lens.width)
            guard (2..<lens.width - 2).contains(x), (2..<lens.height - 2).contains(y) else { return false }
            let around = [-2, 2, -2 * lens.width, 2 * lens.width].map { truth[pixel + $0] }
            return around.contains { abs($0 - truth[pixel]) > 0.2 }
        }
        let right = edge.count { isRight(map.fineDepth[$0], $0) }
        let rightInMap = edge.count {
            isRight(map.depth[$0 / lens.width / 2 * map.width + $0 % lens.width / 2], $0)
        }
        #expect(Double(right) > 0.63 * Double(edge.count), "\(right) of \(edge.count)")
        #expect(rightInMap < right / 5, "\(rightInMap) of \(edge.count)")
    }

    @Test("Filling leaves no hole, changes nothing that was known, and marks what it filled")
    func filling() throws {
        let map = try #require(map)
        let filled = FilledDepth(map)
        for pixel in map.depth.indices {
            #expect(filled.depth[pixel] > 0)
            #expect(filled.isFilled[pixel] == (map.depth[pixel] == 0))
            if map.depth[pixel] > 0 { #expect(filled.depth[pixel] == map.depth[pixel]) }
        }
        let range = (map.depth.filter { $0 > 0 }.min() ?? 0)...(map.depth.max() ?? 0)
        #expect(filled.depth.allSatisfy { range.contains($0) || abs($0 - range.lowerBound) < 1e-3 })
    }

    @Test("An empty map stays empty when filled")
    func emptyFilling() {
        let count = TexturedScene.lens.width * TexturedScene.lens.height
        let zeros = [Float](repeating: 0, count: count)
        let map = DepthMap(
            timestampNanoseconds: 0,
            lens: TexturedScene.lens,
            worldFromOptical: .identity,
            depth: zeros,
            sigma: zeros,
            shades: [UInt8](repeating: 9, count: count)
        )
        let filled = FilledDepth(map)
        #expect(filled.depth == zeros && !filled.isFilled.contains(true))
        #expect(map.hit(along: Ray(origin: .zero, direction: Vector3(0, 0, 1))) == nil)
    }
}
