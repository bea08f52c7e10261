/// The groups of a pass over an image's points, for a second pass with other positions.
///
/// How a group grows depends on its points' pixels, their directions and the points that are taken, not on their
/// positions. The second pass therefore repeats a group unless one near it came out differently.
struct GroupHistory {
    /// A group that grew from the seed of a rank.
    struct Group {
        let rank: Int
        fileprivate let start: Int
        fileprivate let count: Int
        /// The number of points of the straighter part, which follow the others; nil if the group was not bent.
        fileprivate var straighterCount: Int?

        fileprivate var all: Range<Int> { start..<start + count + (straighterCount ?? 0) }
    }

    private var groups: [Group] = []
    private var members: [Int32] = []
    /// For each 16 pixels of a row whether a point next to them differs from the first pass.
    private var isChanged: [Bool] = []
    private var next = 0
    private static let blockShift = 4

    /// Forgets the last image.
    mutating func reset() {
        groups.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
    }

    /// Begins the second pass over an image of a number of pixels.
    mutating func rewind(pixelCount: Int) {
        next = 0
        isChanged = [Bool](repeating: false, count: pixelCount >> Self.blockShift + 1)
    }

    /// Records a group of the first pass.
    mutating func append(rank: Int, _ region: UnsafeMutablePointer<Int32>, _ count: Int) {
        groups.append(Group(rank: rank, start: members.count, count: count))
        members.append(contentsOf: UnsafeBufferPointer(start: region, count: count))
    }

    /// Records the straighter part of the last group.
    mutating func append(straighter region: UnsafeMutablePointer<Int32>, _ count: Int) {
        groups[groups.count - 1].straighterCount = count
        members.append(contentsOf: UnsafeBufferPointer(start: region, count: count))
    }

    /// The group of the first pass from the seed of a rank, if there is one; ranks must rise.
    mutating func group(rank: Int) -> Group? {
        guard next < groups.count, groups[next].rank == rank else { return nil }
        next += 1
        return groups[next - 1]
    }

    /// Takes the points of a group as in the first pass and returns their number; nil if they may differ now.
    func repeated(_ group: Group, _ points: PointGroups) -> Int? {
        members.withUnsafeBufferPointer { members in
            isChanged.withUnsafeBufferPointer { isChanged in
                for i in group.start..<group.start + group.count
                where isChanged[points.pixel(Int(members[i])) >> Self.blockShift] { return nil }
                points.take(UnsafeBufferPointer(rebasing: members[group.start..<group.start + group.count]))
                return group.count
            }
        }
    }

    /// Whether a group consists of these points.
    func matches(_ group: Group?, _ region: UnsafeMutablePointer<Int32>, _ count: Int) -> Bool {
        guard let group, group.count == count else { return false }
        return (0..<count).allSatisfy { members[group.start + $0] == region[$0] }
    }

    /// Whether a group's straighter part consists of these points; a count of nil: it has none.
    func matches(straighterOf group: Group?, _ region: UnsafeMutablePointer<Int32>, _ count: Int?) -> Bool {
        guard let group, group.straighterCount == count else { return false }
        return (0..<(count ?? 0)).allSatisfy { members[group.start + group.count + $0] == region[$0] }
    }

    /// Notes that a group of the first pass came out differently.
    mutating func change(_ group: Group?, _ points: PointGroups) {
        guard let group else { return }
        for i in group.all { change(pixel: points.pixel(Int(members[i])), points.width) }
    }

    /// Notes that these points are taken differently.
    mutating func change(_ region: UnsafeMutablePointer<Int32>, _ count: Int, _ points: PointGroups) {
        for i in 0..<count { change(pixel: points.pixel(Int(region[i])), points.width) }
    }

    private mutating func change(pixel: Int, _ width: Int) {
        for row in [pixel - width, pixel, pixel + width] {
            isChanged[(row - 1) >> Self.blockShift] = true
            isChanged[(row + 1) >> Self.blockShift] = true
        }
    }
}
