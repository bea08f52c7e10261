/// The order of elements by numbers.
///
/// The standard library compiles its sort once for each kind of element, which is four kilobytes of WebAssembly each time.
/// Here the algorithm sees the numbers alone, so that a program has it once.
package enum KeyOrder {
    /// The indices of keys in rising order; those of equal keys stay in theirs.
    ///
    /// A bottom-up merge sort.
    package static func rising(_ keys: [UInt64]) -> [Int32] {
        var order = [Int32](0..<Int32(keys.count))
        var merged = order
        var width = 1
        while width < keys.count {
            var start = 0
            while start < keys.count {
                let middle = min(start + width, keys.count)
                let end = min(start + 2 * width, keys.count)
                var (first, second) = (start, middle)
                for place in start..<end {
                    let takesFirst =
                        first < middle && (second == end || keys[Int(order[first])] <= keys[Int(order[second])])
                    merged[place] = order[takesFirst ? first : second]
                    if takesFirst { first += 1 } else { second += 1 }
                }
                start = end
            }
            swap(&order, &merged)
            width *= 2
        }
        return order
    }

    /// The indices of keys in rising order; those of equal keys stay in theirs, and NaN comes last.
    package static func rising(_ keys: [Double]) -> [Int32] {
        rising(
            keys.map { key in
                // Zero has two signs, which are equal; NaN may have either.
                let bits = key.isNaN ? UInt64.max >> 1 : (key + 0).bitPattern
                return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
            }
        )
    }
}

extension Sequence {
    /// The elements by rising keys; those of equal keys stay in their order.
    package func arranged(byIntegerKey key: (Element) -> UInt64) -> [Element] {
        let all = Array(self)
        return KeyOrder.rising(all.map(key)).map { all[Int($0)] }
    }

    /// The elements by rising keys; those of equal keys stay in their order, and NaN comes last.
    package func sorted(byKey key: (Element) -> Double) -> [Element] {
        let all = Array(self)
        return KeyOrder.rising(all.map(key)).map { all[Int($0)] }
    }
}
