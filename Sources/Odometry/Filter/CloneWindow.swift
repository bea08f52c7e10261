import Geometry

/// The clones of the filter, in slots of the state, and their order in time.
struct CloneWindow {
    private var slots = [CloneState](repeating: CloneState(), count: StateLayout.cloneCapacity)
    private var isUsed = [Bool](repeating: false, count: StateLayout.cloneCapacity)
    /// The used slots, oldest first; `count` of them.
    private var order = [Int](repeating: 0, count: StateLayout.cloneCapacity)
    /// The number of clones.
    private(set) var count = 0

    /// The clone in a slot.
    subscript(slot: Int) -> CloneState { slots[slot] }

    /// The slot of the clone with this number, counted from the oldest.
    func slot(_ number: Int) -> Int { order[number] }

    /// The newest clone's slot; there must be one.
    var newest: Int { order[count - 1] }

    /// The oldest clone's slot; nil if there is none.
    var oldest: Int? { count > 0 ? order[0] : nil }

    /// Whether no slot is free.
    var isFull: Bool { count == StateLayout.cloneCapacity }

    /// The newest of the clones whose slots' bits are set; nil if there is none.
    func newest(among bits: UInt32) -> Int? {
        for number in (0..<count).reversed() where bits & (1 << UInt32(order[number])) != 0 { return order[number] }
        return nil
    }

    /// Adds a clone as the newest and returns its slot; there must be a free one.
    mutating func append(_ clone: CloneState) -> Int {
        let slot = isUsed.firstIndex { !$0 } ?? 0
        slots[slot] = clone
        isUsed[slot] = true
        order[count] = slot
        count += 1
        return slot
    }

    /// Frees a slot; false if it holds no clone.
    mutating func remove(_ slot: Int) -> Bool {
        guard let number = (0..<count).first(where: { order[$0] == slot }) else { return false }
        for index in number..<count - 1 { order[index] = order[index + 1] }
        count -= 1
        isUsed[slot] = false
        return true
    }

    /// Frees all slots.
    mutating func removeAll() {
        for slot in isUsed.indices { isUsed[slot] = false }
        count = 0
    }

    /// Corrects the clones by an error of the state's width.
    mutating func correct(_ error: UnsafePointer<Double>) {
        for number in 0..<count {
            let slot = order[number]
            slots[slot].correct(error + StateLayout.clone(slot))
        }
    }
}
