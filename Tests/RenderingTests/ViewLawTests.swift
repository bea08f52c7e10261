import Geometry
import SceneGraph
import Testing

@testable import Rendering

/// What is passed over in a view, beside looking at everything; and frames of the view and of shadows.
@Suite("Laws of views and shadows")
struct ViewLawTests {
    private static func viewpoint(_ random: inout SeededGenerator) -> Viewpoint {
        func vector(_ scale: Double) -> Vector3 {
            Vector3(random.nextUniform() - 0.5, random.nextUniform() - 0.5, random.nextUniform() - 0.5) * scale
        }
        return Viewpoint(
            lookingFrom: vector(4),
            at: vector(1),
            fieldOfView: 0.4 + random.nextUniform(),
            viewSize: SIMD2(40 + Int(random.nextUniform() * 200), 40 + Int(random.nextUniform() * 200))
        )
    }

    @Test("a sphere of which any point is in view is never passed over, and one far beside the view always is")
    func frustum() {
        var random = SeededGenerator(seed: 71)
        var (seen, unseen) = (0, 0)
        for _ in 0..<600 {
            let view = Self.viewpoint(&random)
            let transform = ViewTransform(view)
            let center = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 2
            let radius = 0.05 + random.nextUniform() * 0.5
            let isAnyInView = (0..<80).contains { _ in
                let way = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()).normalized
                guard let position = view.view(of: center + way * radius) else { return false }
                let depth = -(view.worldFromCamera.inverse * (center + way * radius)).z
                return (0...1).contains(position.x) && (0...1).contains(position.y) && view.depthRange.contains(depth)
            }
            let isMet = transform.frustum.meetsSphere(center: center, radius: radius)
            if isAnyInView { #expect(isMet) }
            let behind = -(view.worldFromCamera.inverse * center).z < -radius
            if behind { #expect(!isMet) }
            seen += isAnyInView ? 1 : 0
            unseen += isMet ? 0 : 1
        }
        #expect(seen > 60 && unseen > 60)
    }

    @Test("clip space says where a point is in the view and how deep, as the viewpoint does")
    func clipSpace() throws {
        var random = SeededGenerator(seed: 72)
        for _ in 0..<200 {
            let view = Self.viewpoint(&random)
            let transform = ViewTransform(view)
            let size = SIMD2<Float>(Float(view.viewSize.x), Float(view.viewSize.y))
            let position = Vector2(random.nextUniform(), random.nextUniform())
            let depth = 0.1 + 5 * random.nextUniform()
            let ray = view.ray(throughView: position)
            let point = ray.point(at: depth)
            let clip = ClipPoint(SIMD3<Float>(point), transform)
            let pixel = clip.pixel(size)
            #expect(abs(Double(pixel.x) - position.x * Double(size.x)) < 0.02)
            #expect(abs(Double(pixel.y) - position.y * Double(size.y)) < 0.02)
            #expect(abs(Double(clip.depth) + (view.worldFromCamera.inverse * point).z) < 1e-4)
            // A line's point at a depth lies on the line.
            let other = ClipPoint(SIMD3<Float>(ray.point(at: depth + 1)), transform)
            let moved = clip.moved(to: clip.depth + 0.25 * (other.depth - clip.depth), towards: other)
            let expected = ClipPoint(SIMD3<Float>(ray.point(at: depth + 0.25)), transform)
            let off = moved.position - expected.position
            #expect((off * off).sum() < 1e-6)
        }
    }

    @Test("whatever throws a shadow is in the map, whichever way the light comes, and deeper the farther from it")
    func shadowFit() {
        var random = SeededGenerator(seed: 73)
        for _ in 0..<200 {
            let low = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
            let size = Vector3(random.nextUniform(), random.nextUniform(), random.nextUniform()) * 2
            let light = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()).normalized
            let fit = ShadowFit(
                around: BoundingBox(minimum: low, maximum: low + size),
                towardsLight: light,
                shadow: Shadow()
            )
            for _ in 0..<10 {
                let part = Vector3(random.nextUniform(), random.nextUniform(), random.nextUniform())
                let point = low + size * part
                let position = fit.mapFromWorld * Vector4(point, 1)
                for axis in 0..<3 { #expect((0...1).contains(position[axis])) }
                let farther = fit.mapFromWorld * Vector4(point - light * 0.5, 1)
                #expect(abs((farther.z - position.z) * fit.depth - 0.5) < 1e-9)
                #expect(abs(farther.x - position.x) < 1e-9 && abs(farther.y - position.y) < 1e-9)
            }
        }
    }

    @Test("the cells of surfaces that catch shadows lie in their texture, apart from one another", arguments: 0...40)
    func cells(_ count: Int) {
        let regions = ShadowCatcherMap.regions(count: count)
        #expect(regions.count == count)
        for (index, a) in regions.enumerated() {
            #expect(a.z > 0.02 && a.x >= 0 && a.y >= 0 && a.x + a.z <= 1 && a.y + a.z <= 1)
            for b in regions[(index + 1)...] {
                #expect(a.x + a.z <= b.x || b.x + b.z <= a.x || a.y + a.z <= b.y || b.y + b.z <= a.y)
            }
        }
    }

    @Test("a key gives back its mesh, its maps and its state, whatever they are together")
    func keys() {
        let handles: [TextureHandle?] = [
            nil, TextureHandle(index: 0), TextureHandle(index: 1), TextureHandle(index: 4093),
        ]
        let lightings: [LightingModel] = [
            .constant, .blinn(shininess: 4, specular: 0.5), .physicallyBased(roughness: 0.9, metalness: 0),
        ]
        var values: Set<UInt64> = []
        for mesh in [0, 7, 0xF_FFFF] {
            for (index, lighting) in lightings.enumerated() {
                for bits in 0..<64 {
                    var material = Material(.white, lighting: lighting)
                    material.diffuseMap = handles[bits % 4]
                    material.normalMap = handles[bits / 4 % 4]
                    material.isDoubleSided = bits & 16 != 0
                    material.isHiddenBehindObjects = bits & 32 != 0
                    let key = MeshKey(mesh: mesh, material: material)
                    #expect(key.mesh == mesh && key.diffuseMap == material.diffuseMap)
                    #expect(key.normalMap == material.normalMap && key.specularMap == nil)
                    #expect(key.isDoubleSided == material.isDoubleSided)
                    #expect(key.isOverEverything != material.isHiddenBehindObjects)
                    #expect(key.isConstant == (index == 0) && key.isBlinn == (index == 1))
                    values.insert(key.value)
                }
            }
        }
        #expect(values.count == 3 * 3 * 64, "two states share a key")
    }

    /// A bent line's piece between two points of a view of 64 by 48 pixels.
    private static func piece(_ random: inout SeededGenerator, _ view: ViewTransform) -> LinePiece? {
        func point() -> SIMD3<Float> {
            SIMD3<Float>(Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.5)
        }
        let positions = (0..<4).map { _ in point() }
        func line(_ position: SIMD3<Float>, _ radius: Float) -> LinePoint {
            LinePoint(position: SIMD4(position, radius), color: 0xFF80_40FF, distance: 0, dash: 0, kind: 1.5)
        }
        let radius = Float(0.002 + 0.08 * random.nextUniform())
        let ends = LinePiece.Ends(
            before: random.nextUniform() < 0.5 ? ClipPoint(positions[0], view) : nil,
            start: ClipPoint(positions[1], view),
            end: ClipPoint(positions[2], view),
            after: random.nextUniform() < 0.5 ? ClipPoint(positions[3], view) : nil
        )
        return LinePiece(
            line(positions[1], radius),
            line(positions[2], radius * 1.5),
            ends,
            viewSize: SIMD2(64, 48),
            focalLength: Float(view.focalLength)
        )
    }

    @Test("the columns where a line may be seen leave out no pixel that it covers, and opacity is never beyond 0…1")
    func lineColumns() {
        var random = SeededGenerator(seed: 74)
        let viewpoint = Viewpoint(lookingFrom: Vector3(0, 0, 2), at: .zero, fieldOfView: 0.8, viewSize: SIMD2(64, 48))
        let view = ViewTransform(viewpoint)
        var covered = 0
        for _ in 0..<120 {
            guard let piece = Self.piece(&random, view) else { continue }
            let low = min(piece.from.x, piece.to.x) - piece.reach
            let high = max(piece.from.x, piece.to.x) + piece.reach
            for row in 0..<24 {
                let columns = piece.columns(nearRow: Float(2 * row + 1), within: low...high)
                for column in 0..<32 {
                    let (x, y) = (Float(2 * column), Float(2 * row))
                    let (opacity, shade) = piece.paint(
                        PixelQuad(x + 0.5, x + 1.5, x + 0.5, x + 1.5),
                        PixelQuad(y + 0.5, y + 0.5, y + 1.5, y + 1.5)
                    )
                    #expect(opacity.min() >= 0 && opacity.max() <= 1 && shade.min() > 0)
                    guard opacity.max() >= 0.01 else { continue }
                    covered += 1
                    #expect(x + 2 > columns.lowerBound && x < columns.upperBound)
                }
            }
        }
        #expect(covered > 1500)
    }
}
