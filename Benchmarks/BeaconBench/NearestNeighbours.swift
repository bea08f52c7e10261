/// The baseline for positions: the mean position of the k fingerprints most similar to the received levels.
struct NearestNeighbours {
    struct Fingerprint {
        var levels: [Double]
        var position: SIMD2<Double>
    }

    var fingerprints: [Fingerprint]
    var count = 5

    func locate(_ levels: [Double]) -> SIMD2<Double> {
        let nearest =
            fingerprints
            .map { (square: square($0.levels, levels), position: $0.position) }
            .sorted { $0.square < $1.square }
            .prefix(count)
        return nearest.reduce(SIMD2<Double>.zero) { $0 + $1.position } / Double(nearest.count)
    }

    private func square(_ left: [Double], _ right: [Double]) -> Double {
        zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
}
