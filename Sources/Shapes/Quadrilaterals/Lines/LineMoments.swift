/// The sums that determine the straight line through points; merging two lines adds their sums.
struct LineMoments {
    var count = 0.0
    var sum = SIMD2<Double>.zero
    var square = SIMD2<Double>.zero
    var product = 0.0

    mutating func add(_ point: SIMD2<Float>) {
        let point = SIMD2<Double>(point)
        count += 1
        sum += point
        square += point * point
        product += point.x * point.y
    }

    mutating func add(_ other: LineMoments) {
        count += other.count
        sum += other.sum
        square += other.square
        product += other.product
    }

    /// Centre, direction of length 1 and root mean square distance of the points from their line (total least squares).
    var line: (centre: SIMD2<Float>, direction: SIMD2<Float>, error: Float) {
        let centre = sum / count
        let spread = square / count - centre * centre
        let mixed = product / count - centre.x * centre.y
        let half = (spread.x - spread.y) / 2
        let root = (half * half + mixed * mixed).squareRoot()
        let least = max(0, (spread.x + spread.y) / 2 - root)
        var direction = half >= 0 ? SIMD2(half + root, mixed) : SIMD2(mixed, root - half)
        let length = (direction * direction).sum().squareRoot()
        direction = length > 0 ? direction / length : SIMD2(1, 0)
        return (SIMD2<Float>(centre), SIMD2<Float>(direction), Float(least.squareRoot()))
    }
}
