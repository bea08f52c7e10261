import Geometry
import Testing

@testable import Odometry

@Suite("Which track belongs to which landmark and which slot to which clone")
struct LandmarkTableTests {
    private func landmark(_ depth: Double) -> LandmarkState {
        LandmarkState(anchor: 0, parameters: Vector3(0.1, 0.2, depth))
    }

    @Test("a slot and its track know each other until the slot is freed")
    func links() {
        let table = LandmarkTable()
        table.insert(landmark(1), track: 500, at: 0)
        table.insert(landmark(2), track: 3, at: 1)
        #expect(table.slot(ofTrack: 500) == 0 && table.track(ofSlot: 1) == 3)
        #expect(table.count == 2 && table.freeSlot == 2)
        table.remove(0)
        #expect(table.slot(ofTrack: 500) == nil && table.freeSlot == 0 && table.count == 1)
        table.removeAll()
        #expect(table.slot(ofTrack: 3) == nil && table.count == 0)
    }

    @Test("a full table has no free slot")
    func full() {
        let table = LandmarkTable()
        for slot in table.slots { table.insert(landmark(1), track: slot + 100, at: slot) }
        #expect(table.freeSlot == nil && table.count == StateLayout.landmarkCapacity)
    }

    @Test("outliers are counted in a row, and corrections reach used slots alone")
    func state() {
        let table = LandmarkTable()
        table.insert(landmark(0.5), track: 7, at: 4)
        for fits in [false, false, true, false] { table.noteMeasurement(4, fits: fits) }
        #expect(table[4].outliersInRow == 1)
        let unused = table[5]
        table.correct([Double](repeating: 0.25, count: StateLayout.dimension))
        #expect(table[4].parameters == Vector3(0.35, 0.45, 0.75))
        #expect(table[5] == unused)
    }

    @Test("the window keeps its clones in order of time while slots are reused")
    func window() {
        var window = CloneWindow()
        func clone(_ image: Int32) -> CloneState {
            CloneState(of: InertialState(), at: Double(image), image: image, angularVelocity: .zero)
        }
        for image in 0..<Int32(StateLayout.cloneCapacity) { _ = window.append(clone(image)) }
        #expect(window.isFull)
        let removals = [window.remove(3), window.remove(3)]
        #expect(removals == [true, false])
        let slot = window.append(clone(99))
        #expect(slot == 3)
        #expect(window.newest == 3 && window.oldest == 0 && window[window.newest].image == 99)
        #expect(
            (0..<window.count).map { window[window.slot($0)].image } == [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 99]
        )
        #expect(window.newest(among: 0b110) == 2)
        #expect(window.newest(among: 0) == nil)
        window.removeAll()
        #expect(window.oldest == nil)
        let first = window.append(clone(5))
        #expect(first == 0)
    }
}
