import Geometry
import Testing

@Suite("Order by keys")
struct KeyOrderTests {
    @Test(
        "elements come in the standard library's order, those of equal keys as they were",
        arguments: [0, 1, 2, 3, 7, 64, 1000]
    )
    func standard(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count) + 1)
        // Many are equal, half are negative, and zero has both signs.
        let elements = (0..<count).map { number in
            (
                key: ((generator.nextUniform() * 20).rounded(.down) - 10) * 0.5 * (number % 2 == 0 ? 1 : -1),
                number: number
            )
        }
        let expected = elements.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
        #expect(elements.sorted(byKey: { $0.key }).map(\.number) == expected.map(\.number))
        let codes = elements.map { UInt64(bitPattern: Int64($0.number * 7919 % 13)) << 60 }
        let order = codes.indices.sorted { (codes[$0], $0) < (codes[$1], $1) }
        #expect(codes.indices.arranged(byIntegerKey: { codes[$0] }) == order)
    }

    @Test("numbers of every size have their order, and NaN comes last")
    func extremes() {
        let rising = [
            -Double.infinity, -1e300, -1, -Double.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 1e-300, 2,
            .infinity,
        ]
        #expect(rising.reversed().sorted(byKey: { $0 }) == rising)
        let mixed = [Double.nan, 3, -.nan, -3].sorted(byKey: { $0 })
        #expect(mixed.prefix(2) == [-3, 3] && mixed.suffix(2).allSatisfy(\.isNaN))
    }
}
