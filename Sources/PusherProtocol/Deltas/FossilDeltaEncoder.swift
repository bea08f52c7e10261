extension FossilDelta {
    /// A delta that makes `target` of `base`.
    ///
    /// What both begin and end with is copied. Between, blocks of the base are found again by a rolling hash (Karp and
    /// Rabin 1987) and extended both ways. Takes time in proportion to the two sizes, whatever they hold.
    public static func encode(_ target: [UInt8], from base: [UInt8]) -> [UInt8] {
        base.withUnsafeBufferPointer { base in
            target.withUnsafeBufferPointer { target in
                var encoder = FossilDeltaEncoder(base: base, target: target)
                return encoder.encoded()
            }
        }
    }
}

/// Makes one delta.
private struct FossilDeltaEncoder {
    /// The length of the blocks that are looked up, bytes.
    ///
    /// A match of twice this length less one is always found. By hand: on states of 1 to 10 kB in JSON a length of 8 gives smaller deltas than Fossil's own 16.
    private static let block = 8
    /// A copy takes up to some 8 bytes itself, so shorter ones are not worth while; by hand.
    private static let shortestCopy = 10
    /// How many blocks with the same hash are compared; bounds the time for texts that repeat themselves.
    private static let mostCandidates = 8
    private static let factor: UInt32 = 0x0100_0193
    /// `factor` to the power of `block - 1`.
    private static let leadingFactor = (1..<block).reduce(UInt32(1)) { power, _ in power &* factor }

    private struct Match {
        var base: Int
        var target: Int
        var count: Int
    }

    private let base: UnsafeBufferPointer<UInt8>
    private let target: UnsafeBufferPointer<UInt8>
    private var output: [UInt8] = []
    /// The first block of the base for each hash, and behind each block the next one with that hash; -1 for none.
    private var heads: [Int32] = []
    private var following: [Int32] = []

    init(base: UnsafeBufferPointer<UInt8>, target: UnsafeBufferPointer<UInt8>) {
        self.base = base
        self.target = target
    }

    mutating func encoded() -> [UInt8] {
        let shorter = min(base.count, target.count)
        var start = commonLength(base: 0, target: 0, most: shorter)
        var tail = 0
        while tail < shorter - start, base[base.count - 1 - tail] == target[target.count - 1 - tail] { tail += 1 }
        if start < Self.shortestCopy { start = 0 }
        if tail < Self.shortestCopy { tail = 0 }
        write(number: target.count)
        output.append(UInt8(ascii: "\n"))
        copy(start, from: 0)
        encode(from: start, to: target.count - tail)
        copy(tail, from: base.count - tail)
        write(number: Int(FossilDelta.checksum(target)))
        output.append(UInt8(ascii: ";"))
        return output
    }

    /// Writes the part of the target between two positions.
    private mutating func encode(from start: Int, to end: Int) {
        var written = start
        var position = start
        if end - start >= Self.block, base.count >= Self.block {
            index()
            var hash = Self.hash(target, at: position)
            while position + Self.block <= end {
                if let match = longestMatch(hash, at: position, from: written, to: end) {
                    insert(written..<match.target)
                    copy(match.count, from: match.base)
                    position = match.target + match.count
                    written = position
                    if position + Self.block <= end { hash = Self.hash(target, at: position) }
                } else {
                    position += 1
                    guard position + Self.block <= end else { break }
                    let (old, new) = (target[position - 1], target[position + Self.block - 1])
                    hash = (hash &- UInt32(old) &* Self.leadingFactor) &* Self.factor &+ UInt32(new)
                }
            }
        }
        insert(written..<end)
    }

    private mutating func index() {
        let count = base.count / Self.block
        var size = 16
        while size < 2 * count { size *= 2 }
        heads = Array(repeating: -1, count: size)
        following = Array(repeating: -1, count: count)
        // From the end, so that earlier blocks are compared first.
        for number in stride(from: count - 1, through: 0, by: -1) {
            let slot = slot(Self.hash(base, at: number * Self.block))
            following[number] = heads[slot]
            heads[slot] = Int32(number)
        }
    }

    private func slot(_ hash: UInt32) -> Int {
        Int((hash &* 0x9E37_79B1) >> 7) & (heads.count - 1)
    }

    /// The longest copy that holds the block at a position, and nothing before `start` or behind `end`.
    private func longestMatch(_ hash: UInt32, at position: Int, from start: Int, to end: Int) -> Match? {
        var best: Match?
        var number = heads[slot(hash)]
        for _ in 0..<Self.mostCandidates where number >= 0 {
            let found = Int(number) * Self.block
            number = following[Int(number)]
            guard word(base, found) == word(target, position) else { continue }
            var count = commonLength(base: found, target: position, most: min(end - position, base.count - found))
            var before = 0
            while position - before > start, found - before > 0,
                base[found - before - 1] == target[position - before - 1]
            {
                before += 1
            }
            count += before
            if count >= Self.shortestCopy, count > best?.count ?? 0 {
                best = Match(base: found - before, target: position - before, count: count)
            }
        }
        return best
    }

    /// How many bytes are the same behind two positions.
    private func commonLength(base: Int, target: Int, most: Int) -> Int {
        var count = 0
        while count + 8 <= most {
            let difference = word(self.base, base + count) ^ word(self.target, target + count)
            guard difference == 0 else { return count + difference.trailingZeroBitCount / 8 }
            count += 8
        }
        while count < most, self.base[base + count] == self.target[target + count] { count += 1 }
        return count
    }

    /// The block at a position, the first byte in the lowest bits.
    private func word(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt32 {
        var hash: UInt32 = 0
        for index in position..<position + block { hash = hash &* factor &+ UInt32(bytes[index]) }
        return hash
    }

    private mutating func copy(_ count: Int, from offset: Int) {
        guard count > 0 else { return }
        write(number: count)
        output.append(UInt8(ascii: "@"))
        write(number: offset)
        output.append(UInt8(ascii: ","))
    }

    private mutating func insert(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        write(number: range.count)
        output.append(UInt8(ascii: ":"))
        output.append(contentsOf: target[range])
    }

    private mutating func write(number: Int) {
        var shift = 0
        while shift < 60, number >> (shift + 6) > 0 { shift += 6 }
        for shift in stride(from: shift, through: 0, by: -6) {
            output.append(FossilDelta.digits[number >> shift & 63])
        }
    }
}
