import Depth
import Geometry

/// The depth maps of a world from places that are far enough from each other, the oldest forgotten first.
package struct ViewpointMaps: Sendable {
    /// How many maps are kept, and from how far apart.
    package struct Tuning: Sendable {
        /// The maps that are kept at most; one takes 173 kB with 160 × 120 pixels.
        ///
        /// Unit: maps. Range: 8…64. Origin: by hand: once around a thing in steps of 15°.
        package var capacity = 24
        /// The least way from the last map's place, as a share of the map's median depth.
        ///
        /// Unit: fraction. Range: 0.05…0.3. Origin: by hand: a quarter of a radian.
        package var step = 0.2
        /// The least turn from the last map's direction.
        ///
        /// Unit: radians. Range: 0.1…0.5. Origin: by hand: a third of an image.
        package var turn = 0.3

        /// The usual constants.
        package init() {}
    }

    private let tuning = Tuning()
    /// The maps, oldest first.
    package private(set) var maps: [DepthMap] = []

    /// No maps.
    package init() {}

    /// Keeps a map; it replaces the last one if that is from nearly the same place and knows less.
    package mutating func add(_ map: DepthMap) {
        var map = map
        map.fineDepth = []  // Four times as many numbers as the map's own, for drawing only.
        if let last = maps.last, isNear(map, last) {
            if map.knownCount > last.knownCount { maps[maps.count - 1] = map }
            return
        }
        if maps.count >= tuning.capacity { maps.removeFirst() }
        maps.append(map)
    }

    private func isNear(_ a: DepthMap, _ b: DepthMap) -> Bool {
        let step = a.worldFromOptical.inverse * b.worldFromOptical
        let depths = a.depth.filter { $0 > 0 }
        let usual = depths.isEmpty ? 1 : Double(depths.quantile(0.5))
        return step.translation.length < tuning.step * usual && step.rotation.angle < tuning.turn
    }
}
