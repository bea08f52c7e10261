import RealModule

/// The height and colour of a procedural material, over a square that repeats.
///
/// Sums of waves with integer numbers of periods per side, so that the edges match.
struct SolidSurface: Sendable {
    /// The height, 0…1, at a point of the square, 0…1 across and along the grain.
    var height: @Sendable (Double, Double) -> Double
    /// The brightness, 0…1.
    var shade: @Sendable (Double, Double) -> Double
    /// The roughness, 0…1.
    var roughness: @Sendable (Double, Double) -> Double

    private static func wave(_ value: Double) -> Double { Double.sin(2 * .pi * value) }

    /// Oak: rings along the grain with a slight bend, and fine pores.
    static let wood = SolidSurface(
        height: { 1 - 0.6 * pores($0, $1) - 0.2 * rings($0, $1) },
        shade: { 0.98 - 0.3 * rings($0, $1) - 0.16 * pores($0, $1) },
        roughness: { 0.45 + 0.25 * rings($0, $1) + 0.2 * pores($0, $1) }
    )

    /// Metal, brushed along one side.
    static let metal = SolidSurface(
        height: { brush($0, $1) },
        shade: { 0.9 + 0.1 * brush($0, $1) },
        roughness: { 0.28 + 0.16 * brush($0, $1) }
    )

    /// A glaze that ran a little before it set.
    static let glaze = SolidSurface(
        height: { 0.5 + 0.25 * wave($0 * 3 + 0.2 * wave($1 * 2)) + 0.25 * wave($1 * 2 + 0.25 * wave($0 * 3 + 0.4)) },
        shade: { 0.97 + 0.03 * wave($0 * 2 + $1) },
        roughness: { 0.1 + 0.06 * (0.5 + 0.5 * wave($1 * 5 + 0.3 * wave($0 * 4))) }
    )

    private static func rings(_ across: Double, _ along: Double) -> Double {
        let bend = 0.22 * wave(along + 0.15) + 0.08 * wave(2 * along + across + 0.6) + 0.02 * wave(5 * along + 0.3)
        let phase = 9 * across + bend + 0.35 * wave(across + 0.1) + 0.2 * wave(3 * across + 0.7)
        let ring = phase - phase.rounded(.down)
        // Late wood darkens slowly and ends abruptly.
        return ring * ring * (1 - smooth((ring - 0.9) / 0.1))
    }

    private static func pores(_ across: Double, _ along: Double) -> Double {
        let fibre = wave(61 * across + 0.4 * wave(2 * along)) * wave(37 * across + 0.3 * wave(3 * along + 0.5))
        let length = 0.5 + 0.5 * wave(2 * along + 23 * across) * wave(3 * along + 17 * across + 0.2)
        return smooth((fibre * length - 0.2) / 0.5)
    }

    private static func brush(_ across: Double, _ along: Double) -> Double {
        let fine = wave(89 * along + 0.6 * wave(2 * across)) + wave(53 * along + 0.8 * wave(across + 0.3))
        let uneven = wave(31 * along + 1.1 * wave(across)) + wave(71 * along + 0.5 * wave(3 * across + 0.1))
        return 0.5 + 0.125 * (fine + uneven)
    }

    private static func smooth(_ value: Double) -> Double {
        let x = min(1, max(0, value))
        return x * x * (3 - 2 * x)
    }
}
