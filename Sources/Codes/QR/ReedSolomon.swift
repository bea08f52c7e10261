/// Corrects errors and erasures of a Reed–Solomon code whose generator has the roots α⁰, α¹, ….
///
/// Source: R. Blahut, "Algebraic codes for data transmission", 2003, sections 7.2 (Berlekamp–Massey), 7.5 (Forney) and
/// 7.6 (erasures).
struct ReedSolomon {
    /// Check symbols at the end of a block.
    let checkCount: Int
    private let field = GaloisField.qr

    init(checkCount: Int) { self.checkCount = checkCount }

    /// Corrects a block in place.
    ///
    /// Returns the number of wrong symbols, or nil if they are too many; the block is then unchanged. `erasures` are
    /// positions of uncertain symbols.
    func correct(_ block: inout [UInt8], erasures: [Int] = []) -> Int? {
        guard erasures.count <= checkCount else { return nil }
        let syndromes = syndromes(of: block)
        if syndromes.allSatisfy({ $0 == 0 }) { return 0 }
        let locator = locator(syndromes, erasures.map { block.count - 1 - $0 })
        let degree = locator.lastIndex { $0 != 0 } ?? 0
        guard degree > 0, 2 * degree - erasures.count <= checkCount else { return nil }
        var places: [Int] = []
        for exponent in 0..<block.count where field.value(of: locator, at: field.power((255 - exponent) % 255)) == 0 {
            places.append(exponent)
        }
        guard places.count == degree else { return nil }
        let evaluator = evaluator(syndromes, locator)
        var corrected = block
        var changed = 0
        for exponent in places {
            guard let error = magnitude(exponent, evaluator, locator) else { return nil }
            if error != 0 { changed += 1 }
            corrected[block.count - 1 - exponent] ^= error
        }
        guard self.syndromes(of: corrected).allSatisfy({ $0 == 0 }) else { return nil }
        block = corrected
        return changed
    }

    private func syndromes(of block: [UInt8]) -> [UInt8] {
        (0..<checkCount).map { j in
            let root = field.power(j)
            return block.reduce(0) { field.product($0, root) ^ $1 }
        }
    }

    /// The polynomial whose roots are the inverses of the positions of errors and erasures, lowest coefficient first.
    private func locator(_ syndromes: [UInt8], _ erasures: [Int]) -> [UInt8] {
        var locator = [UInt8](repeating: 0, count: checkCount + 1)
        locator[0] = 1
        for exponent in erasures {
            let x = field.power(exponent)
            for i in stride(from: checkCount, to: 0, by: -1) { locator[i] ^= field.product(locator[i - 1], x) }
        }
        var other = locator
        var length = erasures.count
        for round in erasures.count..<checkCount {
            var discrepancy: UInt8 = 0
            for i in 0...round { discrepancy ^= field.product(locator[i], syndromes[round - i]) }
            other.removeLast()
            other.insert(0, at: 0)
            guard discrepancy != 0 else { continue }
            var next = locator
            for i in next.indices { next[i] ^= field.product(discrepancy, other[i]) }
            if 2 * length <= round + erasures.count {
                length = round + erasures.count + 1 - length
                other = locator.map { field.quotient($0, discrepancy) }
            }
            locator = next
        }
        return locator
    }

    private func evaluator(_ syndromes: [UInt8], _ locator: [UInt8]) -> [UInt8] {
        (0..<checkCount).map { i in
            (0...i).reduce(0) { $0 ^ field.product(locator[$1], syndromes[i - $1]) }
        }
    }

    /// The error value of the symbol of an exponent; nil if the locator has a double root there.
    private func magnitude(_ exponent: Int, _ evaluator: [UInt8], _ locator: [UInt8]) -> UInt8? {
        let inverse = field.power((255 - exponent % 255) % 255)
        var derivative: UInt8 = 0
        var square: UInt8 = 1
        for i in stride(from: 1, to: locator.count, by: 2) {
            derivative ^= field.product(locator[i], square)
            square = field.product(square, field.product(inverse, inverse))
        }
        guard derivative != 0 else { return nil }
        let value = field.value(of: evaluator, at: inverse)
        return field.product(field.power(exponent % 255), field.quotient(value, derivative))
    }
}
