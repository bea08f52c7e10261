import RealModule

/// The discrete Fourier transform of square planes of eight lanes, each lane a plane of its own.
///
/// Radix 4 without reordering (Stockham's method; W. Cochran and others, "What is the fast Fourier transform?", 1967).
/// Lanes hold feature channels or scales, so that no instruction moves data between lanes.
final class FourierTransform {
    typealias Lanes = SIMD8<Float>
    typealias Plane = UnsafeMutablePointer<Lanes>

    /// Rows and columns, a power of two.
    let size: Int
    private let cosines: UnsafeMutablePointer<Float>
    private let sines: UnsafeMutablePointer<Float>
    private let spareReal: Plane
    private let spareImaginary: Plane

    init(size: Int) {
        precondition(size >= 4 && size & (size - 1) == 0, "the size must be a power of two")
        self.size = size
        cosines = .allocate(capacity: size)
        sines = .allocate(capacity: size)
        for i in 0..<size {
            let angle = 2 * Double.pi * Double(i) / Double(size)
            cosines[i] = Float(Double.cos(angle))
            sines[i] = Float(-Double.sin(angle))
        }
        spareReal = .allocate(capacity: size * size)
        spareImaginary = .allocate(capacity: size * size)
    }

    deinit {
        cosines.deallocate()
        sines.deallocate()
        spareReal.deallocate()
        spareImaginary.deallocate()
    }

    /// Transforms a plane in place.
    func forward(_ real: Plane, _ imaginary: Plane) {
        for row in 0..<size { transform(real + row * size, imaginary + row * size, stride: 1) }
        transform(real, imaginary, stride: size)
    }

    /// The inverse of `forward`, times the number of elements.
    func inverseUnscaled(_ real: Plane, _ imaginary: Plane) { forward(imaginary, real) }

    /// Transforms `size` elements that lie `stride` apart, for all offsets below `stride`.
    private func transform(_ real: Plane, _ imaginary: Plane, stride: Int) {
        var length = size
        var step = stride
        var from = (real, imaginary)
        var to = (spareReal, spareImaginary)
        while length > 1 {
            if length >= 4 {
                quarter(from, to, length, step)
                length /= 4
                step *= 4
            } else {
                halve(from, to, step)
                length = 1
                step *= 2
            }
            swap(&from, &to)
        }
        if from.0 != real {
            real.update(from: from.0, count: size * stride)
            imaginary.update(from: from.1, count: size * stride)
        }
    }

    private func halve(_ x: (Plane, Plane), _ y: (Plane, Plane), _ step: Int) {
        for q in 0..<step {
            let (ar, ai, br, bi) = (x.0[q], x.1[q], x.0[q + step], x.1[q + step])
            y.0[q] = ar + br
            y.1[q] = ai + bi
            y.0[q + step] = ar - br
            y.1[q + step] = ai - bi
        }
    }

    private func quarter(_ x: (Plane, Plane), _ y: (Plane, Plane), _ length: Int, _ step: Int) {
        let part = length / 4
        let turn = size / length
        for p in 0..<part {
            let (c1, s1) = (cosines[p * turn], sines[p * turn])
            let (c2, s2) = (cosines[2 * p * turn], sines[2 * p * turn])
            let (c3, s3) = (cosines[3 * p * turn], sines[3 * p * turn])
            let ia = step * p
            let ib = ia + step * part
            let ic = ib + step * part
            let id = ic + step * part
            let out = 4 * step * p
            for q in 0..<step {
                let sumR = x.0[q + ia] + x.0[q + ic]
                let sumI = x.1[q + ia] + x.1[q + ic]
                let lessR = x.0[q + ia] - x.0[q + ic]
                let lessI = x.1[q + ia] - x.1[q + ic]
                let otherR = x.0[q + ib] + x.0[q + id]
                let otherI = x.1[q + ib] + x.1[q + id]
                // The imaginary unit times b − d.
                let turnedR = x.1[q + id] - x.1[q + ib]
                let turnedI = x.0[q + ib] - x.0[q + id]
                y.0[q + out] = sumR + otherR
                y.1[q + out] = sumI + otherI
                let firstR = lessR - turnedR
                let firstI = lessI - turnedI
                y.0[q + out + step] = firstR * c1 - firstI * s1
                y.1[q + out + step] = firstR * s1 + firstI * c1
                let secondR = sumR - otherR
                let secondI = sumI - otherI
                y.0[q + out + 2 * step] = secondR * c2 - secondI * s2
                y.1[q + out + 2 * step] = secondR * s2 + secondI * c2
                let thirdR = lessR + turnedR
                let thirdI = lessI + turnedI
                y.0[q + out + 3 * step] = thirdR * c3 - thirdI * s3
                y.1[q + out + 3 * step] = thirdR * s3 + thirdI * c3
            }
        }
    }
}
