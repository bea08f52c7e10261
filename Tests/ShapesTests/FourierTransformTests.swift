import Geometry
import RealModule
import Testing

@testable import Shapes

@Suite("Fourier transform of eight lanes")
struct FourierTransformTests {
    private func plane(_ count: Int, _ random: inout SeededGenerator) -> FourierTransform.Plane {
        let plane = FourierTransform.Plane.allocate(capacity: count)
        for i in 0..<count {
            var lanes = SIMD8<Float>.zero
            for lane in 0..<8 { lanes[lane] = Float(random.nextNormal()) }
            plane[i] = lanes
        }
        return plane
    }

    @Test("it agrees with the sum that defines it", arguments: [4, 8, 16, 32])
    func definition(_ size: Int) {
        var random = SeededGenerator(seed: 5)
        let real = plane(size * size, &random)
        let imaginary = plane(size * size, &random)
        defer {
            real.deallocate()
            imaginary.deallocate()
        }
        let lane = 3
        var expected = (0.0, 0.0)
        let (u, v) = (1, size / 2 + 1)
        for y in 0..<size {
            for x in 0..<size {
                let angle = -2 * Double.pi * Double(u * x + v * y) / Double(size)
                let (c, s) = (Double.cos(angle), Double.sin(angle))
                let (a, b) = (Double(real[y * size + x][lane]), Double(imaginary[y * size + x][lane]))
                expected.0 += a * c - b * s
                expected.1 += a * s + b * c
            }
        }
        FourierTransform(size: size).forward(real, imaginary)
        #expect(abs(Double(real[v * size + u][lane]) - expected.0) < 1e-3)
        #expect(abs(Double(imaginary[v * size + u][lane]) - expected.1) < 1e-3)
    }

    @Test("the inverse gives the plane back", arguments: [4, 8, 32, 64])
    func inverse(_ size: Int) {
        var random = SeededGenerator(seed: 6)
        let real = plane(size * size, &random)
        let imaginary = plane(size * size, &random)
        defer {
            real.deallocate()
            imaginary.deallocate()
        }
        let before = (0..<size * size).map { real[$0] }
        let transform = FourierTransform(size: size)
        transform.forward(real, imaginary)
        transform.inverseUnscaled(real, imaginary)
        let worst = before.indices.map { i in
            let difference = real[i] / Float(size * size) - before[i]
            return max(abs(difference.min()), abs(difference.max()))
        }.max()
        #expect((worst ?? 1) < 1e-5)
    }
}
