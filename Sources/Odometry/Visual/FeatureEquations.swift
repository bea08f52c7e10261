import Geometry

/// The measurement rows of one feature outside of the state, over all its images.
///
/// Rows are whitened, and turned so that the point's columns are an upper triangle in the first three rows. The rows
/// from the fourth on do not depend on the point (the projection onto the left null space of Mourikis and Roumeliotis).
final class FeatureEquations {
    /// Columns of a row: calibration and clones, residual, the point's three, and room up to a multiple of eight.
    static let residualColumn = StateLayout.visualCount
    static let pointColumn = StateLayout.visualCount + 1
    static let columnCount = StateLayout.visualCount + 8
    private static let rowCapacity = 2 * StateLayout.cloneCapacity + 2

    private let filter: SlidingWindowFilter
    private let tracks: FeatureTracks
    private let cameras: WindowCameras
    private let rows = MatrixBuffer(rows: rowCapacity, columns: columnCount)
    private let product = MatrixBuffer(rows: rowCapacity, columns: StateLayout.visualCount)
    private let noiseRoot = MatrixBuffer(rows: StateLayout.cloneCapacity, columns: StateLayout.cloneCapacity)
    private let innovation = MatrixBuffer(rows: rowCapacity, columns: 40)
    private let scratch = MatrixBuffer(rows: 1, columns: columnCount)
    private var images = [Int32](repeating: 0, count: StateLayout.cloneCapacity)
    /// The number of rows.
    private(set) var count = 0

    init(filter: SlidingWindowFilter, tracks: FeatureTracks, cameras: WindowCameras) {
        self.filter = filter
        self.tracks = tracks
        self.cameras = cameras
    }

    /// The number of rows that do not depend on the point.
    var freedom: Int { count - 3 }

    /// A row's elements.
    func row(_ index: Int) -> UnsafeMutablePointer<Double> { rows.view.row(index) }

    /// Fills the rows for a track; false if an image cannot be explained.
    func fill(_ track: Int, parameters: Vector3, anchor: Int, expectsDepth: Bool) -> Bool {
        let clones = filter.clones
        let seen = tracks[track]
        count = 2 * seen.seenCount + (expectsDepth ? 1 : 0)
        let block = rows.view.block(row: 0, column: 0, rows: count, columns: Self.columnCount)
        block.clear()
        var row = 0
        for number in 0..<clones.count {
            let clone = clones.slot(number)
            guard seen.isSeen(by: clone) else { continue }
            guard
                let jacobian = PixelJacobian(
                    parameters,
                    anchor: anchor,
                    clone: clone,
                    pixel: tracks.observation(track, clone).pixel,
                    cameras: cameras,
                    lens: filter.calibration.camera
                )
            else { return false }
            write(jacobian, to: block, row: row, anchor: anchor, clone: clone)
            images[row / 2] = clones[clone].image
            row += 2
        }
        whiten(block, count: row / 2)
        if expectsDepth {
            // The last row is the expected inverse depth, so that features without parallax tell that there was little
            // motion.
            let depthSigma = Triangulator.tuning.inverseDepthSigma
            block[row, Self.residualColumn] = (Triangulator.tuning.expectedInverseDepth - parameters.z) / depthSigma
            block[row, Self.pointColumn + 2] = 1 / depthSigma
        }
        for column in 0..<3 {
            block.reflect(column: Self.pointColumn + column, pivot: column, scratch: scratch.view.base)
        }
        return true
    }

    private func write(_ jacobian: PixelJacobian, to block: MatrixView, row: Int, anchor: Int, clone: Int) {
        jacobian.write(to: block, row: row, anchor: anchor, clone: clone, weight: 1)
        for k in 0..<3 {
            block[row, Self.pointColumn + k] = jacobian.landmark.row0[k]
            block[row + 1, Self.pointColumn + k] = jacobian.landmark.row1[k]
        }
        block[row, Self.residualColumn] = jacobian.residual.x
        block[row + 1, Self.residualColumn] = jacobian.residual.y
    }

    /// Multiplies the rows by the inverse root of their noise's covariance: each image's own noise, and the point's
    /// drift over its surface since then, counted from the newest image back.
    private func whiten(_ block: MatrixView, count: Int) {
        let sigma = filter.pointNoise.sigma
        let drift = filter.configuration.driftSigma * filter.configuration.driftSigma
        let newest = images[count - 1]
        let root = noiseRoot.view.base
        for i in 0..<count {
            // Drift since the later of both, the row i.
            for j in 0...i {
                root[count * i + j] = drift * Double(newest - images[i]) + (i == j ? sigma * sigma : 0)
            }
        }
        guard SmallCholesky.factor(root, size: count) else { return }
        for i in 0..<count {
            for axis in 0..<2 {
                let row = block.row(2 * i + axis)
                for j in 0..<i {
                    addScaled(block.row(2 * j + axis), -root[count * i + j], to: row, count: Self.columnCount)
                }
                let scale = 1 / root[count * i + i]
                for column in 0..<Self.columnCount { row[column] *= scale }
            }
        }
    }

    /// Multiplies all rows by a weight.
    func scale(by weight: Double) {
        for i in 0..<count {
            let row = rows.view.row(i)
            for column in 0..<Self.columnCount { row[column] *= weight }
        }
    }

    /// The squared Mahalanobis distance of the rows that do not depend on the point.
    func squaredDistance() -> Double {
        let height = freedom
        let width = StateLayout.visualCount
        let h = rows.view.block(row: 3, column: 0, rows: height, columns: width)
        let p = filter.covariance.matrix.block(
            row: StateLayout.visual,
            column: StateLayout.visual,
            rows: width,
            columns: width
        )
        let hp = product.view.block(row: 0, column: 0, rows: height, columns: width)
        hp.clear()
        hp.add(h, times: p)
        let padded = (height + 8) & ~7
        let s = innovation.view.block(row: 0, column: 0, rows: height, columns: padded)
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
}

/// The rows of all features outside of the state that one image's update uses.
final class MeasurementStack {
    private static let capacity = 640

    private let rows = MatrixBuffer(rows: capacity, columns: FeatureEquations.columnCount)
    private let compressed = MatrixBuffer(rows: FeatureEquations.columnCount, columns: FeatureEquations.columnCount)
    /// The number of rows.
    private var count = 0

    func removeAll() { count = 0 }

    /// Appends the rows of a feature that do not depend on its point; false if there is no room.
    func append(_ feature: FeatureEquations) -> Bool {
        let height = feature.freedom
        guard height > 0, count + height <= Self.capacity else { return false }
        let width = FeatureEquations.residualColumn + 1
        for i in 0..<height {
            let target = rows.view.row(count + i)
            target.update(from: feature.row(3 + i), count: width)
            for column in width..<FeatureEquations.columnCount { target[column] = 0 }
        }
        count += height
        return true
    }

    /// Applies and removes the rows; more rows than columns are first compressed into the triangle of their normal
    /// equations.
    ///
    /// Returns whether there were any.
    func apply(with update: KalmanUpdate, to filter: SlidingWindowFilter) -> Bool {
        guard count > 0 else { return false }
        let columns = FeatureEquations.columnCount
        let stacked = rows.view.block(row: 0, column: 0, rows: count, columns: columns)
        if count <= KalmanUpdate.capacity {
            update.apply(dense: stacked, to: filter)
        } else {
            compressed.view.clear()
            compressed.view.addGram(of: stacked)
            let height = KalmanUpdate.capacity
            let triangle = compressed.view.block(row: 0, column: 0, rows: height, columns: columns)
            triangle.factorCholesky(tolerance: 1e-12)
            for row in 1..<height { triangle.row(row).update(repeating: 0, count: row) }
            update.apply(dense: triangle, to: filter)
        }
        count = 0
        return true
    }
}
