import Geometry
import RealModule
import Testing

@Suite("Elementary functions")
struct ElementaryFunctionTests {
    /// How many units in the last place a value is off, against the C library's.
    private func units(_ value: Double, _ expected: Double) -> Double {
        value == expected ? 0 : (value - expected).magnitude / expected.ulp
    }

    /// Numbers of all sizes between two powers of two, both signs.
    private func numbers(_ powers: ClosedRange<Double>, count: Int = 20_000) -> [Double] {
        var generator = SeededGenerator(seed: 5)
        return (0..<count).map { _ in
            let span = powers.upperBound - powers.lowerBound
            let size = Double.exp2(powers.lowerBound + span * generator.nextUniform())
            return generator.nextUniform() < 0.5 ? -size : size
        }
    }

    @Test("sine, cosine and tangent are right to the last place or its neighbour")
    func trigonometry() {
        for x in numbers(-40...20) {
            #expect(units(.sine(of: x), .sin(x)) <= 1.5)
            #expect(units(.cosine(of: x), .cos(x)) <= 1.5)
            #expect(units(.tangent(of: x), .tan(x)) <= 4)
        }
    }

    @Test("angles near multiples of a right angle keep their digits")
    func multiples() {
        for k in -1000...1000 {
            let x = Double(k) * (.pi / 2)
            #expect(units(.sine(of: x), .sin(x)) <= 1.5)
            #expect(units(.cosine(of: x), .cos(x)) <= 1.5)
        }
    }

    @Test("angles of tangents and of points are right to the last place or its neighbour")
    func arcTangents() {
        let values = numbers(-40...40)
        for (x, y) in zip(values, values.reversed()) {
            #expect(units(.arcTangent(of: x), .atan(x)) <= 2)
            #expect(units(.arcTangent(y: y, x: x), .atan2(y: y, x: x)) <= 2.5)
        }
        for (y, x) in [(0.0, 0.0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)] {
            #expect(units(.arcTangent(y: y, x: x), .atan2(y: y, x: x)) <= 1)
        }
    }

    @Test("logarithms are right to the last place or its neighbour")
    func logarithms() {
        for x in numbers(-300...300) + numbers(-1...1) {
            #expect(units(.logarithm(of: x.magnitude), .log(x.magnitude)) <= 2)
        }
        for x in numbers(-60...40) where x > -1 {
            #expect(units(.logarithm(onePlus: x), .log(onePlus: x)) <= 3)
        }
    }

    @Test("what is not a number or has no end is not hidden")
    func limits() {
        #expect(Double.sine(of: .infinity).isNaN)
        #expect(Double.cosine(of: .nan).isNaN)
        #expect(Double.arcTangent(of: .infinity) == .pi / 2)
        #expect(Double.logarithm(of: 0) == -.infinity)
        #expect(Double.logarithm(of: -1).isNaN)
        #expect(Double.logarithm(of: .infinity) == .infinity)
    }

    @Test("a long sum of values has the bits it always had: recordings replay alike on every build")
    func bits() {
        var sum = 0.0
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2000 {
            let x = 20 * generator.nextUniform() - 10
            sum += .sine(of: x) + .cosine(of: x) + .arcTangent(of: x) + .logarithm(of: x.magnitude)
        }
        #expect(sum.bitPattern == 4_657_712_701_057_602_359)
    }
}
