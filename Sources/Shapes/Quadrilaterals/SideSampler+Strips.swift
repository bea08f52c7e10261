import RealModule

extension SideSampler {
    /// What a strip beside a side is like: gray levels and how they change along it.
    private struct Strip {
        var sum: Float = 0
        var square: Float = 0
        var change: Float = 0
        var last: Float?

        mutating func add(_ gray: Float) {
            sum += gray
            square += gray * gray
            if let last { change += abs(gray - last) }
            last = gray
        }
    }

    private static let stripSamples = 48
    /// How far from the side the strips lie, pixels.
    private static let stripDistance: Float = 5

    /// How unlike the two strips beside each side of a quadrilateral are, in brightness and in texture, from 0 (alike).
    ///
    /// A sheet's edge parts two things; a line of text or of a chequered board has the same on both sides.
    func separation(of quad: QuadHypothesis) -> SIMD4<Float> {
        SIMD4(
            separation(from: quad[3], to: quad[0]),
            separation(from: quad[0], to: quad[1]),
            separation(from: quad[1], to: quad[2]),
            separation(from: quad[2], to: quad[3])
        )
    }

    private func separation(from a: SIMD2<Float>, to b: SIMD2<Float>) -> Float {
        let along = b - a
        let aside = SIMD2(along.y, -along.x) * (Self.stripDistance / max(1, (along * along).sum().squareRoot()))
        var (one, other) = (Strip(), Strip())
        var count: Float = 0
        for k in 0..<Self.stripSamples {
            let place = a + along * (0.06 + 0.88 * (Float(k) + 0.5) / Float(Self.stripSamples))
            let (p, q) = (warp.bent(place + aside), warp.bent(place - aside))
            guard isInside(p), isInside(q) else {
                one.last = nil
                other.last = nil
                continue
            }
            one.add(FixedPlace(p - 0.5).gray(pixels, width: width))
            other.add(FixedPlace(q - 0.5).gray(pixels, width: width))
            count += 1
        }
        // Of a side out of the picture nothing is known.
        return count > 8 ? Self.contrast(one, other, count) : 0.5
    }

    private static func contrast(_ one: Strip, _ other: Strip, _ count: Float) -> Float {
        func spread(_ strip: Strip) -> Float { max(0, strip.square / count - strip.sum * strip.sum / (count * count)) }
        let brightness = abs(one.sum - other.sum) / count / ((spread(one) + spread(other)).squareRoot() + 4)
        return brightness + abs(Float.log((one.change / count + 2) / (other.change / count + 2)))
    }

    private func isInside(_ place: SIMD2<Float>) -> Bool {
        place.x >= 2 && place.y >= 2 && place.x < Float(width) - 2 && place.y < Float(height) - 2
    }
}
