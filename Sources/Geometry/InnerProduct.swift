/// The inner product of two runs of `count` elements, summed in four lanes.
@inlinable
public func innerProduct(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, count: Int) -> Double {
    var lanes = SIMD4<Double>.zero
    var i = 0
    while i &+ 4 <= count {
        lanes +=
            UnsafeRawPointer(a + i).loadUnaligned(as: SIMD4<Double>.self)
            * UnsafeRawPointer(b + i).loadUnaligned(as: SIMD4<Double>.self)
        i &+= 4
    }
    var sum = (lanes.x + lanes.y) + (lanes.z + lanes.w)
    while i < count {
        sum += a[i] * b[i]
        i &+= 1
    }
    return sum
}
