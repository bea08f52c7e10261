/// The part of one simulated link that is random: shadowing, fading, lost packets and the noise of the reading.
struct SimulatedLink: Sendable {
    /// The shadowing by the building, a function of the position.
    var shadow: RandomField
    /// The fading on each of the three advertising channels.
    var echoes: [RandomField]

    init(shadow: RandomField, echoes: [RandomField]) {
        self.shadow = shadow
        self.echoes = echoes
    }

    init(conditions: RadioConditions, using generator: inout SeededGenerator) {
        shadow = RandomField(length: conditions.shadowingLength, using: &generator)
        echoes = Self.makeEchoes(using: &generator)
    }

    /// Fading on three channels, which changes every few centimetres.
    static func makeEchoes(using generator: inout SeededGenerator) -> [RandomField] {
        (0..<3).map { _ in RandomField(length: 0.06, using: &generator) }
    }

    /// The level that is read of one packet, dBm; `nil` if the packet is lost.
    ///
    /// `mean` is the level after path loss, walls and body loss, `position` that of the end that moves.
    func reception(
        mean: Double,
        at position: SIMD2<Double>,
        conditions: RadioConditions,
        using generator: inout SeededGenerator
    ) -> Int? {
        let channel = Int.random(in: 0..<3, using: &generator)
        // The receiver sways by 2 cm, because nobody stands perfectly still.
        let sway = SIMD2(generator.gaussian(), generator.gaussian()) * 0.02
        let level =
            mean + conditions.shadowing * shadow(position) + conditions.fading * echoes[channel](position + sway)
        let isReceived = Double.random(in: 0..<1, using: &generator) < conditions.receivedShare(at: level)
        let reading = level + conditions.noise * generator.gaussian()
        return isReceived ? Int(Swift.min(Swift.max(reading, -110), 20).rounded()) : nil
    }
}
