/// The aggregated costs of sixteen planes.
typealias SixteenCosts = SIMD16<UInt16>

extension SixteenCosts {
    @inline(__always)
    static func load(_ memory: UnsafePointer<UInt16>) -> SixteenCosts {
        UnsafeRawPointer(memory).loadUnaligned(as: SixteenCosts.self)
    }

    @inline(__always)
    func store(_ memory: UnsafeMutablePointer<UInt16>) {
        UnsafeMutableRawPointer(memory).storeBytes(of: self, as: SixteenCosts.self)
    }

    @inline(__always)
    static func smaller(_ a: SixteenCosts, _ b: SixteenCosts) -> SixteenCosts { a.replacing(with: b, where: b .< a) }

    /// The least of the sixteen.
    @inline(__always)
    var least: UInt16 {
        let eight = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
        let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .< eight.lowHalf)
        return Swift.min(Swift.min(four[0], four[1]), Swift.min(four[2], four[3]))
    }
}
