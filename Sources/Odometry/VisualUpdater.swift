import Geometry

/// Turns what the window's pictures saw into updates of the filter.
final class VisualUpdater {
    /// Columns of a feature's rows: calibration and clones, residual, the point's three.
    static let residualColumn = StateLayout.visualCount
    static let pointColumn = StateLayout.visualCount + 1
    static let columnCount = StateLayout.visualCount + 8
    static let stackCapacity = 640
    /// How many times further off than one in twenty should be, squared, a point may lie at most to be used.
    static let largestMisfit = 5.0

    let filter: SlidingWindowFilter
    let tracks: FeatureTracks
    let cameras = WindowCameras()
    let update = KalmanUpdate()
    let stack = MatrixBuffer(rows: stackCapacity, columns: columnCount)
    let feature = MatrixBuffer(rows: 2 * StateLayout.cloneCapacity + 2, columns: columnCount)
    private let product = MatrixBuffer(rows: 2 * StateLayout.cloneCapacity + 2, columns: StateLayout.visualCount)
    private let noiseRoot = MatrixBuffer(rows: StateLayout.cloneCapacity, columns: StateLayout.cloneCapacity)
    private var pictures = [Int32](repeating: 0, count: StateLayout.cloneCapacity)
    private let gate = MatrixBuffer(rows: 2 * StateLayout.cloneCapacity + 2, columns: 40)
    private let compressed = MatrixBuffer(rows: columnCount, columns: columnCount)
    private let scratch = MatrixBuffer(rows: 1, columns: columnCount)
    /// The number of rows collected in `stack`.
    var stackCount = 0
    /// How much noise the pictures have, pixels.
    var sigma: Double
    /// How many features the present picture's updates used.
    var usedCount = 0
    /// How many features were tried.
    var triedCount = 0
    /// Whether the pictures have been dark for a while: the poses may be off by more than points ever are.
    var isGroping = false
    /// How unevenly the pictures' stamps fall.
    var jitter = StampJitter()
    /// How far features lie off, squared, over what one in twenty exceeds: the value that the best three in ten keep to.
    var misfit = RunningQuantile(share: 0.3, start: 1)
    /// How far the present picture's landmarks lie from where they should, squared, by their covariance.
    var distances = WeightedMedian(capacity: StateLayout.landmarkCapacity)
    /// How late the present picture is, by each of its landmarks.
    var delays = WeightedMedian(capacity: StateLayout.landmarkCapacity)

    init(filter: SlidingWindowFilter, tracks: FeatureTracks) {
        self.filter = filter
        self.tracks = tracks
        sigma = filter.configuration.pixelSigma
    }

    /// Prepares for a new picture, whose clone has been added.
    func begin() {
        cameras.update(from: filter)
        stackCount = 0
        usedCount = 0
        triedCount = 0
    }

    /// The pixels' noise on the plane one unit before the camera.
    var directionSigma: Double { sigma / filter.calibration.camera.focalLengthPixels.x }
}

extension VisualUpdater {
    /// Fills `feature` with a track's rows, whitened and turned so that the point's columns are an upper triangle in the first three rows.
    ///
    /// Returns the number of rows, or nil where a picture cannot be explained. The rows from the fourth on do not depend on the point
    /// (the projection onto the left null space of Mourikis and Roumeliotis).
    func fillRows(
        of place: Int,
        parameters: Vector3,
        anchor: Int,
        sigma: Double,
        expectsDepth: Bool
    ) -> Int? {
        let track = tracks.tracks[place]
        let count = 2 * track.seenCount + (expectsDepth ? 1 : 0)
        let block = feature.view.block(row: 0, column: 0, rows: count, columns: Self.columnCount)
        block.clear()
        var row = 0
        for index in 0..<filter.cloneCount {
            let clone = filter.cloneOrder[index]
            guard track.seenBy & (1 << UInt32(clone)) != 0 else { continue }
            let pixel = tracks.observation(place, clone).pixel
            guard
                let jacobian = PixelJacobian(
                    parameters,
                    anchor: anchor,
                    clone: clone,
                    pixel: pixel,
                    cameras: cameras,
                    lens: filter.calibration.camera
                )
            else { return nil }
            write(jacobian, to: block, row: row, anchor: anchor, clone: clone, weight: 1)
            pictures[row / 2] = filter.clones[clone].picture
            row += 2
        }
        whiten(block, count: row / 2, sigma: sigma)
        if expectsDepth {
            // The last row: the inverse depth to expect, so that features without parallax tell that little has moved.
            let depthSigma = Triangulator.inverseDepthSigma
            block[row, Self.residualColumn] = (Triangulator.expectedInverseDepth - parameters.z) / depthSigma
            block[row, Self.pointColumn + 2] = 1 / depthSigma
        }
        for column in 0..<3 {
            block.reflect(column: Self.pointColumn + column, pivot: column, scratch: scratch.view.base)
        }
        return count
    }

    /// Multiplies the rows by the inverse root of their noise's covariance: each picture's own noise, and the point's drift over its
    /// surface since then, as seen from the newest picture back.
    private func whiten(_ block: MatrixView, count: Int, sigma: Double) {
        let drift = filter.configuration.driftSigma * filter.configuration.driftSigma
        let newest = pictures[count - 1]
        let root = noiseRoot.view
        for i in 0..<count {
            for j in 0...i {
                // Drift since the later of both, the row i.
                var sum = drift * Double(newest - pictures[i]) + (i == j ? sigma * sigma : 0)
                for k in 0..<j { sum -= root[i, k] * root[j, k] }
                root[i, j] = i == j ? sum.squareRoot() : sum / root[j, j]
            }
            for axis in 0..<2 {
                let row = block.row(2 * i + axis)
                for j in 0..<i {
                    addScaled(block.row(2 * j + axis), -root[i, j], to: row, count: Self.columnCount)
                }
                let scale = 1 / root[i, i]
                for column in 0..<Self.columnCount { row[column] *= scale }
            }
        }
    }

    private func write(
        _ jacobian: PixelJacobian,
        to block: MatrixView,
        row: Int,
        anchor: Int,
        clone: Int,
        weight: Double
    ) {
        jacobian.write(to: block, row: row, anchor: anchor, clone: clone, weight: weight)
        for k in 0..<3 {
            block[row, Self.pointColumn + k] = jacobian.landmark.row0[k] * weight
            block[row + 1, Self.pointColumn + k] = jacobian.landmark.row1[k] * weight
        }
        block[row, Self.residualColumn] = jacobian.residual.x * weight
        block[row + 1, Self.residualColumn] = jacobian.residual.y * weight
    }

    /// The squared Mahalanobis distance of the rows of `feature` from the fourth on.
    func distance(rows count: Int) -> Double {
        let height = count - 3
        let width = StateLayout.visualCount
        let h = feature.view.block(row: 3, column: 0, rows: height, columns: width)
        let p = filter.covariance.block(
            row: StateLayout.visual,
            column: StateLayout.visual,
            rows: width,
            columns: width
        )
        let hp = product.view.block(row: 0, column: 0, rows: height, columns: width)
        hp.clear()
        hp.add(h, times: p)
        let padded = (height + 8) & ~7
        let s = gate.view.block(row: 0, column: 0, rows: height, columns: padded)
        for i in 0..<height {
            for j in i..<height { s[i, j] = innerProduct(hp.row(i), h.row(j), count: width) }
            s[i, i] += 1
            for j in height..<padded { s[i, j] = 0 }
            s[i, height] = h.row(i)[Self.residualColumn]
        }
        s.factorCholesky()
        var sum = 0.0
        for i in 0..<height { sum += s[i, height] * s[i, height] }
        return sum
    }

    /// Appends the rows of `feature` from the fourth on to the stack; false where it is full.
    func stackRows(_ count: Int) -> Bool {
        let height = count - 3
        guard height > 0, stackCount + height <= Self.stackCapacity else { return false }
        let width = Self.residualColumn + 1
        for i in 0..<height {
            let target = stack.view.row(stackCount + i)
            target.update(from: feature.view.row(3 + i), count: width)
            for column in width..<Self.columnCount { target[column] = 0 }
        }
        stackCount += height
        return true
    }

    /// Applies the stack; more rows than columns are first compressed into the triangle of their normal equations.
    func applyStack() {
        guard stackCount > 0 else { return }
        let rows = stack.view.block(row: 0, column: 0, rows: stackCount, columns: Self.columnCount)
        if stackCount <= KalmanUpdate.capacity {
            update.apply(dense: rows, to: filter)
        } else {
            compressed.view.clear()
            compressed.view.addGram(of: rows)
            let triangle = compressed.view.block(row: 0, column: 0, rows: 96, columns: Self.columnCount)
            triangle.factorCholesky(tolerance: 1e-12)
            for row in 1..<96 { triangle.row(row).update(repeating: 0, count: row) }
            update.apply(dense: triangle, to: filter)
        }
        stackCount = 0
        cameras.update(from: filter)
    }
}
