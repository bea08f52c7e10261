import Geometry

extension SlidingWindowFilter {
    /// Takes up a plane that nothing is known of but how it lies against gravity; `plane` is only where to linearise.
    func addPlane(_ plane: PlaneState, isLevel: Bool, at slot: Int) {
        let start = StateLayout.plane(slot)
        clear(count: 3, at: start)
        planes[slot] = plane
        setVariance(start, configuration.surfaceTilt)
        setVariance(start + 1, isLevel ? configuration.surfaceTilt : 0.2)
        setVariance(start + 2, 1)
    }

    /// Forgets a plane, which marginalises it.
    func removePlane(_ slot: Int) {
        planes[slot].isUsed = false
        clear(count: 3, at: StateLayout.plane(slot))
    }
}
