import Geometry

/// Finds and reads the QR codes of an image.
struct QRReader {
    /// The image at its own size.
    let view: PixelView
    private let decoder = QRDecoder()

    /// Limits that were chosen.
    struct Tuning: Sendable {
        /// The most triples of finder patterns that are tried.
        ///
        /// Range: 20…200. Origin: bounds the time in an image full of such patterns.
        var mostTriples = 80
        /// The least part of the timing patterns' modules that must alternate.
        ///
        /// Range: 0.5…0.8. Origin: by hand; half of them do in noise.
        var leastTiming = 0.6
        /// How much of the neighbours' gray is taken from a module's in a second attempt.
        ///
        /// Range: 0.3…3. Origin: blur of 0.5 to 0.8 modules.
        var sharpening: [Float] = [0.8, 2]
        /// How far around a pixel the mean is taken, for blurred codes.
        ///
        /// Unit: pixels of the level. Range: 6…16. Origin: by hand, for modules of 3 to 8 pixels.
        var meanReach = 10
    }

    private static let tuning = Tuning()

    init(view: PixelView) { self.view = view }

    /// The codes in the levels of an image.
    func read(_ levels: [ImageLevel]) -> [DetectedCode] {
        let codes = read(patterns(levels))
        guard codes.isEmpty else { return codes }
        // In blur the light ring of a finder pattern is darker than the middle of the range, but lighter than the mean.
        let means = levels.filter { $0.scale >= 1 }.map { $0.withLocalMeans(reach: Self.tuning.meanReach, offset: 0) }
        return read(patterns(means))
    }

    private func patterns(_ levels: [ImageLevel]) -> [FinderPattern] {
        var patterns: [FinderPattern] = []
        for level in levels {
            let found = level.withView { FinderPatternSearch(level: level, view: $0).patterns() }
            for pattern in found.map({ $0.scaled(by: level.scale) }) { Self.add(pattern, to: &patterns) }
        }
        return patterns
    }

    private func read(_ patterns: [FinderPattern]) -> [DetectedCode] {
        var codes: [DetectedCode] = []
        var isUsed = [Bool](repeating: false, count: patterns.count)
        var tried = 0
        for (members, triple) in FinderTriple.triples(of: patterns) {
            guard members.allSatisfy({ !isUsed[$0] }) else { continue }
            tried += 1
            guard tried <= Self.tuning.mostTriples else { break }
            guard let code = code(of: triple) else { continue }
            codes.append(code)
            for i in patterns.indices where Self.contains(code.corners, patterns[i].middle) { isUsed[i] = true }
            for member in members { isUsed[member] = true }
        }
        return codes
    }

    /// Adds a pattern; of two at one position the one with more support remains.
    private static func add(_ pattern: FinderPattern, to patterns: inout [FinderPattern]) {
        let same = patterns.firstIndex {
            $0.isLight == pattern.isLight && ($0.middle - pattern.middle).length < 2 * max($0.module, pattern.module)
        }
        guard let same else {
            patterns.append(pattern)
            return
        }
        if pattern.support > patterns[same].support + 0.05 { patterns[same] = pattern }
    }

    private static func contains(_ corners: CodeCorners, _ point: Vector2) -> Bool {
        let sides = (0..<4).map { cross(corners[$0 + 1] - corners[$0], point - corners[$0]) }
        return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
    }

    private func code(of triple: FinderTriple) -> DetectedCode? {
        let estimate = (triple.size - 17) / 4
        let spread = 1 + Int(estimate * 0.05)
        let middle = max(1, min(40, Int(estimate.rounded())))
        var grids: [(version: QRVersion, grid: CodeGrid, timing: Double)] = []
        for number in max(1, middle - spread)...min(40, middle + spread) {
            let version = QRVersion(number: number)
            let (places, pixels) = triple.points(size: version.size)
            guard let grid = CodeGrid.fit(size: version.size, places: places, pixels: pixels) else { continue }
            let timing = timing(grid, triple.corner.isLight) - 0.02 * abs(Double(number) - estimate)
            if timing > Self.tuning.leastTiming { grids.append((version, grid, timing)) }
        }
        for (version, grid, _) in grids.sorted(byKey: { -$0.timing }).prefix(4) {
            let aligned = AlignmentSearch(view: view, version: version, isLight: triple.corner.isLight)
                .grid(triple, grid)
            if let code = read(aligned, version, isLight: triple.corner.isLight) { return code }
        }
        return nil
    }

    /// The share of the neighbours along the timing patterns that differ.
    private func timing(_ grid: CodeGrid, _ isLight: Bool) -> Double {
        var good = 0.0
        var count = 0.0
        for isRow in [true, false] {
            for i in 7..<grid.size - 8 {
                let places = [0.5, 1.5].map { offset in
                    isRow ? Vector2(Double(i) + offset, 6.5) : Vector2(6.5, Double(i) + offset)
                }
                count += 1
                guard let here = view.gray(at: grid.pixel(places[0])), let next = view.gray(at: grid.pixel(places[1]))
                else { continue }
                // Module 8 is dark, and so is every second one after it.
                let isRising = (i % 2 == 0) != isLight
                if isRising == (next > here) { good += 1 }
            }
        }
        return count > 0 ? good / count : 0
    }

    /// Reads a code through a grid, then through a grid fitted to the result, then sharpened.
    private func read(_ start: CodeGrid, _ version: QRVersion, isLight: Bool) -> DetectedCode? {
        var grid = start
        for _ in 0..<3 {
            var samples = ModuleSamples(grid, in: view)
            samples.setLocalThresholds(reach: 5)
            let bits = samples.bits.map { $0 != isLight }
            if let found = content(samples, bits, version, isLight) {
                return detected(found.content, found.isMirrored, grid, samples, bits, isLight)
            }
            var likely = bits
            for part in Self.tuning.sharpening {
                var sharp = samples.sharpened(part)
                sharp.setLocalThresholds(reach: 5)
                likely = sharp.bits.map { $0 != isLight }
                guard let found = content(sharp, likely, version, isLight) else { continue }
                return detected(found.content, found.isMirrored, grid, samples, likely, isLight)
            }
            let refiner = GridRefiner(view: view, bits: likely)
            guard let fit = refiner.fit(grid, samples, mayBend: true) else { return nil }
            grid = fit.grid
        }
        return nil
    }

    private func content(
        _ samples: ModuleSamples,
        _ bits: [Bool],
        _ version: QRVersion,
        _ isLight: Bool
    ) -> (content: QRContent, isMirrored: Bool)? {
        let matrix = QRMatrix(version: version, bits: bits)
        var doubt = [Float](repeating: 0, count: bits.count)
        var turned = doubt
        for y in 0..<version.size {
            for x in 0..<version.size {
                let value = 1 / (1 + abs(samples.lightness(x, y) ?? 0))
                doubt[y * version.size + x] = value
                turned[x * version.size + y] = value
            }
        }
        if let content = decoder.content(of: matrix, doubt: doubt) { return (content, false) }
        if let content = decoder.content(of: matrix.transposed, doubt: turned) { return (content, true) }
        return nil
    }

    /// A code with its grid fitted once more to its modules.
    private func detected(
        _ content: QRContent,
        _ isMirrored: Bool,
        _ start: CodeGrid,
        _ samples: ModuleSamples,
        _ bits: [Bool],
        _ isLight: Bool
    ) -> DetectedCode {
        let refiner = GridRefiner(view: view, bits: bits)
        var corners = start.corners
        // The scatter of a finder pattern's corners, if no edges can be fitted.
        var sigma = 0.5
        if let fit = refiner.fit(start, samples, mayBend: true) {
            corners = fit.grid.corners
            sigma = fit.cornerSigma
        }
        if isMirrored { (corners.topRight, corners.bottomLeft) = (corners.bottomLeft, corners.topRight) }
        return DetectedCode(
            content: .qr(content),
            corners: corners,
            cornerSigma: sigma,
            isMirrored: isMirrored,
            isLightOnDark: isLight
        )
    }
}
