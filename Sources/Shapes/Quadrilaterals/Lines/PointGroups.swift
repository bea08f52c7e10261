/// Grows groups of touching edge points of similar direction; a point belongs to one group at a time.
struct PointGroups {
    private let list: UnsafeMutablePointer<EdgePoint>
    private let indexOfPixel: UnsafeMutablePointer<Int32>
    let width: Int
    /// The indices of the last group's points.
    private let region: UnsafeMutablePointer<Int32>

    /// Groups of some points, each written to `region`, which has space for all of them and nine more.
    init(_ points: EdgePoints, _ region: UnsafeMutablePointer<Int32>) {
        list = points.points
        indexOfPixel = points.indexOfPixel
        width = points.width
        self.region = region
    }

    /// Whether a point belongs to a group.
    func isTaken(_ index: Int) -> Bool { indexOfPixel[Int(list[index].pixel)] < 0 }

    /// The pixel of a point.
    @inline(__always)
    func pixel(_ index: Int) -> Int { Int(list[index].pixel) }

    /// Makes these points the last group.
    func take(_ members: UnsafeBufferPointer<Int32>) {
        for i in members.indices {
            region[i] = members[i]
            take(Int(members[i]))
        }
    }

    /// Releases the points of the last group.
    func release(_ count: Int) {
        for i in 0..<count { indexOfPixel[Int(list[Int(region[i])].pixel)] = region[i] + 1 }
    }

    /// Collects the free points around a seed whose direction is near the mean of those before; returns their number.
    func gather(from seed: Int, cosine: Float) -> Int {
        region[0] = Int32(truncatingIfNeeded: seed)
        take(seed)
        var sum = list[seed].direction
        var bound = cosine
        var count = 1
        var next = 0
        while next < count {
            let pixel = Int(list[Int(region[next])].pixel)
            next += 1
            // The free neighbours are written behind the group without a branch each, then examined in the same order.
            var free = 0
            for row in 0..<3 {
                let at = indexOfPixel + (pixel &+ (row &- 1) &* width &- 1)
                for column in 0..<3 {
                    let index = at[column]
                    region[count &+ free] = index
                    free = free &+ (index > 0 ? 1 : 0)
                }
            }
            let first = count
            for i in first..<first &+ free {
                let index = Int(region[i]) &- 1
                let direction = list[index].direction
                if (direction * sum).sum() < bound { continue }
                take(index)
                region[count] = Int32(truncatingIfNeeded: index)
                count &+= 1
                sum += direction
                bound = cosine * (sum * sum).sum().squareRoot()
            }
        }
        return count
    }

    private func take(_ index: Int) {
        indexOfPixel[Int(list[index].pixel)] = Int32(truncatingIfNeeded: -index - 1)
    }
}
