extension LensWarp {
    /// The bending that most of a picture's long edges agree on, or none where they do not agree or hardly bend.
    static func estimate(from bends: [EdgeBend], width: Int, height: Int) -> LensWarp {
        guard bends.count >= 6 else { return .none }
        let sorted = bends.sorted { $0.lambda < $1.lambda }
        var total: Float = 0
        for bend in sorted { total += bend.weight }
        var sum: Float = 0
        var median: Float = 0
        for bend in sorted {
            sum += bend.weight
            if sum >= total / 2 {
                median = bend.lambda
                break
            }
        }
        let corner = Float(width * width + height * height) / 4
        guard median < 0, median * corner < -0.04, median * corner > -0.6 else { return .none }
        var agreeing: Float = 0
        for bend in sorted where abs(bend.lambda - median) < 0.35 * abs(median) { agreeing += bend.weight }
        guard agreeing > 0.5 * total else { return .none }
        return .division(centre: SIMD2(Float(width), Float(height)) / 2, lambda: median)
    }
}
