import Geometry

/// Finds and reads the AprilTags of an image.
///
/// Outlines of dark regions with four sides are read as tags; a tag's number is the nearest one of the family.
struct AprilTagReader {
    /// The image at its own size.
    let view: PixelView
    let maximumCorrectedBits: Int

    /// Limits that were chosen.
    struct Tuning: Sendable {
        /// The least points of an outline.
        ///
        /// Unit: pixels of the level. Range: 24…48. Origin: a square of 8 × 8 pixels has 32.
        var leastPoints = 32
        /// How far the area of the four sides may be from that of the outline, as a part of it.
        ///
        /// Range: 0.1…0.5. Origin: by hand; a piece of the border may be hidden.
        var areaTolerance = 0.3
        /// The smallest part of the border that is dark and of the margin that is light.
        ///
        /// Range: 0.6…0.95. Origin: by hand.
        var leastBorder = 0.75
        /// The most points of an outline that are fitted.
        ///
        /// Range: 100…1000. Origin: bounds the time; more give no better corners here.
        var mostPoints = 240
        /// The part of the neighbours' gray that is subtracted from a module's in a second attempt.
        ///
        /// Range: 0.3…1.2. Origin: blur of 0.5 to 0.8 modules.
        var sharpening: Float = 0.8
        /// The distance around a module within which dark and light ones are averaged.
        ///
        /// Unit: modules. Range: 1…4. Origin: a shadow's edge across the tag.
        var reach = 2
        /// The distance around a pixel within which the mean is computed.
        ///
        /// Unit: pixels of the level. Range: 4…12. Origin: by hand, for borders of 3 to 8 pixels.
        var meanReach = 8
        /// The difference to that mean from which a pixel counts as dark.
        ///
        /// Unit: gray levels. Range: 2…8. Origin: by hand; twice the noise of a camera by day.
        var meanOffset = 4
    }

    private static let tuning = Tuning()
    /// Modules along a side, with the border.
    private static let size = AprilTag36h11.side + 2

    /// The tags in the levels of an image, each once.
    func read(_ levels: [ImageLevel]) -> [DetectedCode] {
        var codes: [DetectedCode] = []
        for level in levels {
            read(level, &codes)
            // Beside much darker or lighter objects the middle of the range misses a faint tag.
            if level.scale >= 1 {
                read(level.withLocalMeans(reach: Self.tuning.meanReach, offset: Self.tuning.meanOffset), &codes)
            }
        }
        return codes
    }

    private func read(_ level: ImageLevel, _ codes: inout [DetectedCode]) {
        level.withView { pixels in
            var tracer = ContourTracer(level: level, view: pixels)
            tracer.forEachContour(leastPoints: Self.tuning.leastPoints) { contour in
                guard let corners = Self.corners(contour) else { return }
                let scaled = corners.map { $0 * level.scale }
                if let code = code(of: scaled) { Self.add(code, to: &codes) }
            }
        }
    }

    /// Adds a tag; of two at one position the one with fewer corrected bits remains.
    private static func add(_ code: DetectedCode, to codes: inout [DetectedCode]) {
        let same = codes.firstIndex { ($0.corners.middle - code.corners.middle).length < $0.corners.meanSide / 2 }
        guard let same else {
            codes.append(code)
            return
        }
        let isSurer = (correctedBits(code), code.cornerSigma) < (correctedBits(codes[same]), codes[same].cornerSigma)
        if isSurer { codes[same] = code }
    }

    private static func correctedBits(_ code: DetectedCode) -> Int {
        if case .aprilTag36h11(_, let count) = code.content { return count }
        return .max
    }

    /// The four corners of an outline, clockwise as seen; nil if it does not have four sides.
    private static func corners(_ contour: ContourTracer.Contour) -> [Vector2]? {
        let count = contour.points.count
        guard contour.area > 40, Double(count) * Double(count) < 60 * contour.area else { return nil }
        let step = max(1, count / tuning.mostPoints)
        let points = stride(from: 0, to: count, by: step).map { contour.points[$0] }
        let middle = points.reduce(Vector2.zero, +) / Double(points.count)
        guard let quad = QuadFit.quad(around: points, middle) else { return nil }
        let area = abs(cross(quad[2] - quad[0], quad[3] - quad[1])) / 2
        guard abs(area - contour.area) < tuning.areaTolerance * area else { return nil }
        let isClockwise = cross(quad[1] - quad[0], quad[2] - quad[0]) > 0
        return isClockwise ? quad : quad.reversed()
    }

    private func code(of corners: [Vector2]) -> DetectedCode? {
        let side = Double(Self.size)
        let places = [Vector2(0, 0), Vector2(side, 0), Vector2(side, side), Vector2(0, side)]
        guard let grid = CodeGrid.fit(size: Self.size, places: places, pixels: corners) else { return nil }
        var samples = ModuleSamples(grid, in: view)
        guard let light = Self.border(&samples) else { return nil }
        var bits = Self.bits(samples)
        var found = AprilTag36h11.nearest(to: bits, maximumDistance: maximumCorrectedBits)
        if found == nil {
            var sharp = samples.sharpened(Self.tuning.sharpening)
            sharp.thresholds = samples.thresholds
            bits = Self.bits(sharp)
            found = AprilTag36h11.nearest(to: bits, maximumDistance: maximumCorrectedBits)
        }
        guard let found, light else { return nil }
        let turned = (0..<4).map { corners[($0 + found.quarterTurns) & 3] }
        guard let upright = CodeGrid.fit(size: Self.size, places: places, pixels: turned) else { return nil }
        return refined(upright, found.id, found.distance)
    }

    /// Sets thresholds from the border and the margin.
    ///
    /// Returns whether they look like those of a tag; nil if they are outside the image.
    private static func border(_ samples: inout ModuleSamples) -> Bool? {
        samples.setPlaneThresholds { column, row in
            let ring = max(max(-column, column - size + 1), max(-row, row - size + 1))
            return ring == 1 ? false : ring == 0 ? true : nil
        }
        var good = 0
        var count = 0
        for row in -1...size {
            for column in -1...size {
                let ring = max(max(-column, column - size + 1), max(-row, row - size + 1))
                guard ring >= 0 else { continue }
                count += 1
                guard let lightness = samples.lightness(column, row) else { continue }
                if (lightness < 0) == (ring == 0) { good += 1 }
            }
        }
        guard good > 0 else { return nil }
        return Double(good) >= tuning.leastBorder * Double(count)
    }

    private static func bits(_ samples: ModuleSamples) -> UInt64 {
        var bits: UInt64 = 0
        for row in 1...AprilTag36h11.side {
            for column in 1...AprilTag36h11.side {
                bits = bits << 1 | ((samples.lightness(column, row) ?? -1) > 0 ? 1 : 0)
            }
        }
        return bits
    }

    /// The tag with its grid fitted to all its edges; nil if the edges do not match the tag.
    private func refined(_ start: CodeGrid, _ id: Int, _ correctedBits: Int) -> DetectedCode? {
        var bits: [Bool] = []
        for row in 0..<Self.size {
            for column in 0..<Self.size { bits.append(AprilTag36h11.isDark(id, column: column, row: row)) }
        }
        var samples = ModuleSamples(start, in: view)
        samples.setLocalThresholds(bits: bits, reach: Self.tuning.reach)
        let refiner = GridRefiner(view: view, bits: bits)
        guard let first = refiner.fit(start, samples, mayBend: false) else { return nil }
        samples = ModuleSamples(first.grid, in: view)
        samples.setLocalThresholds(bits: bits, reach: Self.tuning.reach)
        guard let fit = refiner.fit(first.grid, samples, mayBend: false) else { return nil }
        return DetectedCode(
            content: .aprilTag36h11(id: id, correctedBits: correctedBits),
            corners: fit.grid.corners,
            cornerSigma: fit.cornerSigma,
            isMirrored: false,
            isLightOnDark: false
        )
    }
}
