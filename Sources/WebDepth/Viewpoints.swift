import Geometry

/// Where the camera was when it saw what was fused: what a floor plan needs beside the surface, in bounded memory.
package struct Viewpoints {
    /// The constants of viewpoints.
    struct Tuning {
        /// How far apart two viewpoints are at least.
        ///
        /// Unit: metres. Range: 0.02…0.3. Origin: half the cell of the plan's free space.
        var spacing = 0.05
        /// The most that are kept; then every second one goes, and the spacing doubles.
        ///
        /// Unit: viewpoints. Range: 256…16,384. Origin: by hand: 100 KiB, 200 m of way.
        var capacity = 4_096
    }

    /// Metres in the world, in the order of the walk.
    package private(set) var positions: [Vector3] = []
    private var spacing: Double
    private let capacity: Int

    init(tuning: Tuning = Tuning()) { (spacing, capacity) = (tuning.spacing, tuning.capacity) }

    /// Adds where a map was seen from, unless the last viewpoint is as near as the spacing.
    mutating func add(_ position: Vector3) {
        guard position.isFinite else { return }
        if let last = positions.last, (position - last).length < spacing { return }
        if positions.count >= capacity {
            positions = stride(from: 0, to: positions.count, by: 2).map { positions[$0] }
            spacing *= 2
        }
        positions.append(position)
    }
}
