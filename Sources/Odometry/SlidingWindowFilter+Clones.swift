import Geometry

extension SlidingWindowFilter {
    /// The newest clone's slot.
    var newestClone: Int { cloneOrder[cloneCount - 1] }

    /// Keeps the present pose as a clone; there must be a free slot.
    ///
    /// Its error also takes up that of the time offset.
    func addClone(angularVelocity: Vector3, picture: Int32 = 0) -> Int {
        let slot = clones.firstIndex { !$0.isUsed } ?? 0
        clones[slot] = CloneState(
            isUsed: true,
            time: time,
            picture: picture,
            rotation: inertial.rotation,
            position: inertial.position,
            velocity: inertial.velocity,
            angularVelocity: angularVelocity
        )
        cloneOrder[cloneCount] = slot
        cloneCount += 1
        fillCloneJacobian(clones[slot].rate)
        express(rows: 6, at: StateLayout.clone(slot))
        return slot
    }

    /// The clone is the inertial pose, moved by the time offset's error: φ gets R ω, τ gets v + p × R ω.
    private func fillCloneJacobian(_ rate: (turn: Vector3, shift: Vector3)) {
        sparse.removeAll()
        for part in 0..<6 {
            let index = sparse.append(column: part < 3 ? StateLayout.rotation + part : StateLayout.position + part - 3)
            for row in 0..<6 { sparse.row(row)[index] = row == part ? 1 : 0 }
        }
        let index = sparse.append(column: StateLayout.timeOffset)
        for axis in 0..<3 {
            sparse.row(axis)[index] = rate.turn[axis]
            sparse.row(3 + axis)[index] = rate.shift[axis]
        }
    }

    /// Lets a clone be unsure of when it was taken, on its own.
    func blur(_ slot: Int, seconds: Double) {
        let rate = clones[slot].rate
        let turn = rate.turn * seconds
        let shift = rate.shift * seconds
        let start = StateLayout.clone(slot)
        addBlock(Matrix3(outerProductOf: turn, turn), row: start, column: start)
        addBlock(Matrix3(outerProductOf: turn, shift), row: start, column: start + 3)
        addBlock(Matrix3(outerProductOf: shift, turn), row: start + 3, column: start)
        addBlock(Matrix3(outerProductOf: shift, shift), row: start + 3, column: start + 3)
    }

    /// Makes a part of the state a function of the rest (or of its own old value): its rows become J P, its block J P Jᵀ, J from `sparse`.
    func express(rows count: Int, at start: Int) {
        let p = covariance
        let scratch = rowScratch
        for row in 0..<count { sparse.multiply(row, p, into: scratch.row(row)) }
        let block = blockScratch
        for i in 0..<count {
            for j in 0..<count { block[i, j] = sparse.dot(j, scratch.row(i)) }
        }
        write(rows: count, at: start, block: block)
    }

    /// Writes rows and columns of the covariance from the scratch rows, and the block where they meet.
    func write(rows count: Int, at start: Int, block: MatrixView) {
        let p = covariance
        for i in 0..<count {
            let row = rowScratch.row(i)
            p.row(start + i).update(from: row, count: StateLayout.dimension)
            for other in 0..<StateLayout.dimension { p[other, start + i] = row[other] }
        }
        for i in 0..<count {
            for j in 0...i {
                p[start + i, start + j] = block[i, j]
                p[start + j, start + i] = block[i, j]
            }
        }
    }

    /// Forgets a clone: its rows and columns become zero, which marginalises it.
    func removeClone(_ slot: Int) {
        guard let place = (0..<cloneCount).first(where: { cloneOrder[$0] == slot }) else { return }
        for index in place..<cloneCount - 1 { cloneOrder[index] = cloneOrder[index + 1] }
        cloneCount -= 1
        clones[slot].isUsed = false
        clear(count: 6, at: StateLayout.clone(slot))
    }

    /// Sets rows and columns of the covariance to zero.
    func clear(count: Int, at start: Int) {
        let p = covariance
        for index in start..<start + count {
            p.row(index).update(repeating: 0, count: StateLayout.dimension)
            for other in 0..<StateLayout.dimension { p[other, index] = 0 }
        }
    }
}
