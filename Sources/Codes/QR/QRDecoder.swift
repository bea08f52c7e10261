import Geometry

/// Reads a QR code's modules: format, codewords, error correction, segments.
struct QRDecoder {
    /// The content of the modules; nil if they cannot be read.
    ///
    /// `doubt` states for each module, row by row, its uncertainty: 0 is certain. If the code cannot be read otherwise,
    /// codewords of the most uncertain modules are treated as erasures.
    func content(of matrix: QRMatrix, doubt: [Float]) -> QRContent? {
        for format in QRFormat.candidates(matrix).prefix(3) {
            if let content = content(of: matrix, format, doubt) { return content }
        }
        return nil
    }

    private func content(of matrix: QRMatrix, _ format: QRFormat, _ doubt: [Float]) -> QRContent? {
        let (values, modules) = matrix.codewords(mask: format.mask)
        let (checkCount, dataCounts) = matrix.version.blocks(format.level)
        let doubts = modules.map { places in places.reduce(0) { max($0, doubt[$1]) } }
        let blocks = Self.places(checkCount: checkCount, dataCounts)
        let code = ReedSolomon(checkCount: checkCount)
        var data: [UInt8] = []
        var corrected = 0
        for (block, dataCount) in zip(blocks, dataCounts) {
            guard let (read, wrong) = correct(block.map { values[$0] }, block.map { doubts[$0] }, code) else {
                return nil
            }
            data += read.prefix(dataCount)
            corrected += wrong
        }
        let version = matrix.version.number
        guard let segments = QRSegments(data, version: version) else { return nil }
        return QRContent(
            version: version,
            errorCorrection: format.level,
            correctedCodewords: corrected,
            segments: segments.segments,
            part: segments.part
        )
    }

    /// A block corrected without erasures, or with a quarter or a half of the possible number of them.
    private func correct(_ block: [UInt8], _ doubts: [Float], _ code: ReedSolomon) -> (block: [UInt8], wrong: Int)? {
        var copy = block
        if let wrong = code.correct(&copy) { return (copy, wrong) }
        let order = block.indices.sorted(byKey: { -Double(doubts[$0]) })
        for part in [0.3, 0.55] {
            let count = Int(part * Double(code.checkCount))
            guard count > 0 else { continue }
            copy = block
            if let wrong = code.correct(&copy, erasures: Array(order.prefix(count))) { return (copy, wrong) }
        }
        return nil
    }

    /// The positions of each block's codewords among all: data in turn from every block, then checks in turn.
    private static func places(checkCount: Int, _ dataCounts: [Int]) -> [[Int]] {
        var blocks = [[Int]](repeating: [], count: dataCounts.count)
        var next = 0
        for i in 0..<(dataCounts.last ?? 0) {
            for block in blocks.indices where i < dataCounts[block] {
                blocks[block].append(next)
                next += 1
            }
        }
        for _ in 0..<checkCount {
            for block in blocks.indices {
                blocks[block].append(next)
                next += 1
            }
        }
        return blocks
    }
}
