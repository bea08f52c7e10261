import Geometry

/// Finds the lines of an image's edges.
///
/// Storage is reused from image to image.
struct EdgeLineFinder {
    let field = EdgeField()
    private let points = EdgePoints()
    private let segments = SegmentFinder()

    /// Loads the gradients of a view's working image.
    func load(_ view: QuadView) { field.compute(view.working, width: view.workingWidth, height: view.workingHeight) }

    /// The lines of edges whose gradient is at least `threshold`, or more in noise; the lens is the known camera's,
    /// else it is estimated.
    func lines(of view: QuadView, threshold: Float, camera: CameraModel?) -> EdgeLines {
        let used = points.find(in: field, threshold: threshold)
        let warp = straighten(view, camera)
        let lines = LineMerger(middle: view.size / 2).lines(from: segments.segments)
        return EdgeLines(threshold: used, warp: warp, lines: lines, segments: segments.segments)
    }

    /// Finds the segments in undistorted coordinates.
    private func straighten(_ view: QuadView, _ camera: CameraModel?) -> LensWarp {
        if let camera {
            let isBent = camera.distortion != .none
            let warp = isBent ? LensWarp.camera(camera.scaled(by: 1 / Double(view.scale))) : .none
            points.straighten(by: warp)
            segments.find(in: points, minimumLength: 10, measuringBends: false)
            return warp
        }
        segments.find(in: points, minimumLength: 10, measuringBends: true)
        let warp = LensWarp.estimate(from: segments.bends, width: view.workingWidth, height: view.workingHeight)
        if !warp.isStraight {
            points.straighten(by: warp)
            segments.findAgain(in: points, minimumLength: 10)
        }
        return warp
    }
}

/// The lines of an image's edges, in undistorted coordinates.
struct EdgeLines {
    /// The gradient that counts as an edge.
    let threshold: Float
    let warp: LensWarp
    /// The lines, those with the longest edges first.
    let lines: [LineSegment]
    /// The segments that the lines were joined from.
    let segments: [LineSegment]
}
