import Depth
import Geometry
import Imaging
import Reconstruction
import Testing

@testable import WebDepth
@testable import WebScan

/// What the module's exports make of keyframes.
///
/// The module has one estimator, so one test runs at a time.
@Suite(.serialized) struct DepthExportTests {
    /// FNV-1a of the map's bytes; Tests/web/engine/depth-estimator.mjs expects the same of WebAssembly.
    ///
    /// Another number: the estimator computes something else, or the machine's sine and cosine round differently.
    private static let goldenDigest: UInt32 = 366_988_420
    /// The same of what ten keyframes' maps changed in the mesh anchors.
    private static let goldenMeshDigest: UInt32 = 3_250_745_616
    private static let width = 160
    private static let height = 120

    /// An integer's shade in 0…255.
    private static func noise(_ x: Int, _ y: Int) -> Double {
        var hash = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77
        hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
        hash = (hash ^ hash >> 12) &* 0x297A_2D39
        return Double((hash ^ hash >> 15) & 0xFF)
    }

    /// A textured wall and a square before it, which move by `shift` and `2 * shift` pixels.
    private static func image(shift: Double) -> [UInt8] {
        (0..<width * height).map { index in
            let (x, y) = (Double(index % width), Double(index / width))
            let isNear = x + 2 * shift > 60 && x + 2 * shift < 110 && y > 40 && y < 90
            let place = ((isNear ? x + 2 * shift + 500 : x + shift + 100) / 3, y / 3)
            let (column, row) = (place.0.rounded(.down), place.1.rounded(.down))
            let share = (place.0 - column, place.1 - row)
            let (i, k) = (Int(column), Int(row))
            let top = noise(i, k) * (1 - share.0) + noise(i + 1, k) * share.0
            let bottom = noise(i, k + 1) * (1 - share.0) + noise(i + 1, k + 1) * share.0
            return UInt8(top * (1 - share.1) + bottom * share.1)
        }
    }

    /// A keyframe's bytes: the camera moves 1 cm sideways per step, which is one pixel at 1.3 m.
    private static func keyframe(_ step: Int, epoch: Double = 1) -> [UInt8] {
        var record = [Double](repeating: 0, count: DepthKeyframeRecord.count + 3)
        record[DepthKeyframeRecord.timestampNanoseconds] = Double(bitPattern: UInt64(step + 1) * 100_000_000)
        record[DepthKeyframeRecord.epoch] = epoch
        record[DepthKeyframeRecord.width] = Double(width)
        record[DepthKeyframeRecord.height] = Double(height)
        record[DepthKeyframeRecord.focalLength] = 130
        record[DepthKeyframeRecord.focalLength + 1] = 130
        record[DepthKeyframeRecord.principalPoint] = 80.5
        record[DepthKeyframeRecord.principalPoint + 1] = 59.5
        record[DepthKeyframeRecord.distortionKind] = 1
        record[DepthKeyframeRecord.distortion] = 0.01
        record[DepthKeyframeRecord.worldFromOptical + 3] = 1
        record[DepthKeyframeRecord.worldFromOptical + 4] = 0.04 * Double(step)
        record[DepthKeyframeRecord.hasMotion] = 1
        record[DepthKeyframeRecord.angularVelocity + 1] = 0.01
        record[DepthKeyframeRecord.velocity] = 0.1
        record[DepthKeyframeRecord.readoutTime] = 0.02
        record[DepthKeyframeRecord.rotationSigma] = 0.002
        record[DepthKeyframeRecord.positionSigma] = 0.006
        record[DepthKeyframeRecord.landmarkCount] = 1
        record[DepthKeyframeRecord.count + 2] = 1.3
        return record.withUnsafeBytes { Array($0) } + image(shift: 4 * Double(step))
    }

    private func add(_ bytes: [UInt8]) -> Int32 { sightlineDepthAdd(bytes, Int32(bytes.count)) }

    /// The map's bytes; nil without one.
    private func estimate(isForOcclusion: Bool = false) -> [UInt8]? {
        let count = Int(sightlineDepthEstimate(isForOcclusion ? 1 : 0))
        return count == 0 ? nil : Array(UnsafeBufferPointer(start: sightlineDepthResult(), count: count))
    }

    @Test func `Keyframes give the same map as in WebAssembly, with both depths`() throws {
        sightlineDepthReset()
        for step in 0..<5 { #expect(add(Self.keyframe(step)) == 1) }
        let bytes = try #require(estimate(isForOcclusion: true))
        let count = Self.width * Self.height
        #expect(bytes.count == DepthEstimateRecord.stride + 25 * count)
        let depths = bytes.withUnsafeBytes { memory in
            (0..<count).map { index in
                memory.loadUnaligned(fromByteOffset: DepthEstimateRecord.stride + 4 * index, as: Float.self)
            }
        }
        let known = depths.filter { $0 > 0 }
        #expect(Double(known.count) > 0.5 * Double(count))
        #expect(Double(known.count { abs($0 - 1.3) < 0.06 }) > 0.6 * Double(known.count))
        #expect(Double(known.count { abs($0 - 0.65) < 0.03 }) > 0.05 * Double(known.count))
        #expect(Self.digest(bytes) == Self.goldenDigest)
    }

    @Test func `A map that hides nothing is the same without the depth of twice the size`() throws {
        sightlineDepthReset()
        for step in 0..<5 { #expect(add(Self.keyframe(step)) == 1) }
        let plain = try #require(estimate())
        sightlineDepthReset()
        for step in 0..<5 { #expect(add(Self.keyframe(step)) == 1) }
        let fine = try #require(estimate(isForOcclusion: true))
        let (start, count) = (DepthEstimateRecord.stride, Self.width * Self.height)
        #expect(plain.count == start + 9 * count && fine.count == start + 25 * count)
        #expect(Self.number(plain, DepthEstimateRecord.hasFineDepth) == 0)
        #expect(Self.number(fine, DepthEstimateRecord.hasFineDepth) == 1)
        #expect(plain[start..<start + 8 * count] == fine[start..<start + 8 * count])
        #expect(plain.suffix(count) == fine.suffix(count))
    }

    private static func digest(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    /// What the last map changed in the mesh anchors; nil without a map.
    private func fuse() -> [UInt8]? {
        let count = Int(sightlineDepthFuse())
        return count == 0 ? nil : Array(UnsafeBufferPointer(start: sightlineDepthResult(), count: count))
    }

    /// The 64-bit float of a record.
    private static func number(_ bytes: [UInt8], _ field: Int, at start: Int = 0) -> Double {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start + 8 * field, as: Double.self) }
    }

    /// The anchors of an update: identifier, vertices, triangles and where the vertices start.
    private static func anchors(_ bytes: [UInt8]) -> [(identifier: Double, vertices: Int, triangles: Int, start: Int)] {
        var start = MeshUpdateRecord.stride
        return (0..<Int(number(bytes, MeshUpdateRecord.anchorCount))).map { _ in
            let vertices = Int(number(bytes, MeshAnchorRecord.vertexCount, at: start))
            let triangles = Int(number(bytes, MeshAnchorRecord.triangleCount, at: start))
            let identifier = number(bytes, MeshAnchorRecord.identifier, at: start)
            start += MeshAnchorRecord.stride
            defer { start += (20 * vertices + 12 * triangles + 7) / 8 * 8 }
            return (identifier, vertices, triangles, start)
        }
    }

    /// Adds keyframes and fuses the map of each that has one; the bytes of all updates, and of the last.
    private func fuseAll(_ steps: Range<Int>, epoch: Double = 1) -> (all: [UInt8], last: [UInt8]) {
        var (all, last): ([UInt8], [UInt8]) = ([], [])
        for step in steps {
            #expect(add(Self.keyframe(step, epoch: epoch)) == 1)
            guard estimate() != nil, let bytes = fuse() else { continue }
            all += bytes
            last = bytes
        }
        return (all, last)
    }

    @Test func `Maps become mesh anchors, each once, the same as in WebAssembly`() {
        sightlineDepthReset()
        #expect(fuse() == nil)
        let (all, bytes) = fuseAll(0..<10)
        let anchors = Self.anchors(bytes)
        #expect(anchors.count > 3)
        let depths = anchors.flatMap { anchor in
            (0..<anchor.vertices).map { vertex in
                let origin = Self.number(
                    bytes,
                    MeshAnchorRecord.origin + 2,
                    at: anchor.start - MeshAnchorRecord.stride
                )
                let z = bytes.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: anchor.start + 12 * vertex + 8, as: Float.self)
                }
                return origin + Double(z)
            }
        }
        #expect(Double(depths.count { abs($0 - 1.3) < 0.06 || abs($0 - 0.65) < 0.06 }) > 0.6 * Double(depths.count))
        #expect(Self.digest(all) == Self.goldenMeshDigest)
        #expect(fuse() == nil)
    }

    @Test func `A keyframe's small image gives the surface its colours, and one of a wrong size is refused`() {
        /// A keyframe whose left half is red and whose right half is blue.
        func colored(_ step: Int, _ size: SIMD2<Int> = SIMD2(40, 30)) -> [UInt8] {
            var bytes = Self.keyframe(step)
            bytes.withUnsafeMutableBytes {
                $0.storeBytes(of: Double(size.x), toByteOffset: 8 * DepthKeyframeRecord.colorWidth, as: Double.self)
                $0.storeBytes(of: Double(size.y), toByteOffset: 8 * DepthKeyframeRecord.colorHeight, as: Double.self)
            }
            return bytes + (0..<40 * 30).flatMap { $0 % 40 < 20 ? [200, 0, 0, 255] : [0, 0, 200, 255] }
        }
        sightlineDepthReset()
        for size in [SIMD2(41, 30), SIMD2(0, 30), SIMD2(-40, -30), SIMD2(1_200, 1)] {
            #expect(add(colored(0, size)) == 0)
        }
        var last: [UInt8] = []
        for step in 0..<10 {
            #expect(add(colored(step)) == 1)
            if estimate() != nil, let bytes = fuse() { last = bytes }
        }
        let colors = Self.anchors(last).flatMap { anchor in
            (0..<anchor.vertices).map { vertex in
                let place = anchor.start + 16 * anchor.vertices + 4 * vertex
                return SIMD4(last[place], last[place + 1], last[place + 2], last[place + 3])
            }
        }
        #expect(colors.count > 100 && colors.allSatisfy { $0.y == 0 && $0.w == 255 })
        #expect(colors.count { $0.x > 150 && $0.z < 50 } > 50 && colors.count { $0.z > 150 && $0.x < 50 } > 50)
        let obj = String(decoding: Self.result(sightlineDepthMeshFile(2, 0)), as: UTF8.self)
        #expect(obj.contains(" 0.7843 0.0000 0.0000\n") && obj.contains(" 0.0000 0.0000 0.7843\n"))
    }

    @Test func `A place where no thing stands is answered with the reason`() {
        sightlineDepthReset()
        #expect(fuseAll(0..<10).last.count > 0)
        func result(_ x: Double, _ z: Double) -> Double {
            #expect(Int(sightlineDepthMeasure(x, 0, z, 0)) == ThingRecord.stride)
            let bytes = Array(UnsafeBufferPointer(start: sightlineDepthResult(), count: ThingRecord.stride))
            #expect(Self.number(bytes, ThingRecord.volume) == 0)
            return Self.number(bytes, ThingRecord.result)
        }
        // The wall of these images is upright: there is no level surface.
        #expect(result(0, 1.3) == Double(ThingResultCode.noSurface.rawValue))
        #expect(result(.nan, 1.3) == Double(ThingResultCode.unseen.rawValue))
        #expect(result(0, -1.3) == Double(ThingResultCode.unseen.rawValue))
    }

    /// A result of a number of bytes.
    private static func result(_ count: Int32) -> [UInt8] {
        Array(UnsafeBufferPointer(start: sightlineDepthResult(), count: Int(count)))
    }

    @Test func `The surface is saved in every format, by its number in the interface, with the shades of the images`()
        throws
    {
        sightlineDepthReset()
        #expect(sightlineDepthMeshFile(0, 0) == 0)
        #expect(fuseAll(0..<10).last.count > 0)
        #expect(MeshFormat.allCases.map(\.rawValue) == ["glb", "ply", "obj", "usdz"])
        for (format, start) in ["glTF", "ply\n", "# Si", "PK\u{3}\u{4}"].enumerated() {
            let file = Self.result(sightlineDepthMeshFile(Int32(format), 0))
            #expect(Array(file.prefix(4)) == Array(start.utf8), "format \(format)")
        }
        let obj = String(decoding: Self.result(sightlineDepthMeshFile(2, 0)), as: UTF8.self)
        let vertices = obj.split(separator: "\n").filter { $0.hasPrefix("v ") }
        let shades = vertices.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        #expect(shades.count > 100 && Set(shades).count > 20)
        let depths = vertices.compactMap { Double($0.split(separator: " ")[3]) }
        #expect(Double(depths.count { abs($0 - 1.3) < 0.06 || abs($0 - 0.65) < 0.06 }) > 0.6 * Double(depths.count))
        #expect(sightlineDepthMeshFile(4, 0) == 0 && sightlineDepthMeshFile(-1, 0) == 0)
    }

    @Test func `A wall alone has no floor plan, and no file of one`() {
        sightlineDepthReset()
        #expect(fuseAll(0..<10).last.count > 0)
        let answer = Self.result(sightlineDepthPlan(0.01))
        #expect(answer.count == FloorPlanRecord.stride)
        #expect(Self.number(answer, FloorPlanRecord.result) == Double(FloorPlanResultCode.noFloor.rawValue))
        #expect(sightlineDepthPlanFile(0) == 0 && sightlineDepthPlanFile(9) == 0)
    }

    @Test func `The mesh anchors of an earlier world are gone with the first map of the next`() {
        sightlineDepthReset()
        let before = Set(Self.anchors(fuseAll(0..<10).last).map(\.identifier))
        #expect(!before.isEmpty)
        let after = Self.anchors(fuseAll(10..<12, epoch: 2).all)
        #expect(before.isSubset(of: after.filter { $0.triangles == 0 }.map(\.identifier)))
        #expect(before.isDisjoint(with: after.filter { $0.triangles > 0 }.map(\.identifier)))
    }

    @Test func `One keyframe has no map, and one of another world begins anew`() {
        sightlineDepthReset()
        #expect(add(Self.keyframe(0)) == 1 && estimate() == nil)
        #expect(add(Self.keyframe(1)) == 1 && estimate() != nil)
        #expect(add(Self.keyframe(2, epoch: 2)) == 1 && estimate() == nil)
    }

    @Test func `Bytes that are no keyframe are refused`() {
        sightlineDepthReset()
        let whole = Self.keyframe(0)
        #expect(add([]) == 0 && add(Array(whole.dropLast())) == 0 && add(whole + [0]) == 0)
        for (field, value) in [
            (DepthKeyframeRecord.width, 1e9), (DepthKeyframeRecord.height, -120),
            (DepthKeyframeRecord.landmarkCount, .nan),
            (DepthKeyframeRecord.distortionKind, 7), (DepthKeyframeRecord.focalLength, .infinity),
            (DepthKeyframeRecord.rotationSigma, -1), (DepthKeyframeRecord.worldFromOptical + 4, .nan),
        ] {
            var bytes = whole
            bytes.withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: 8 * field, as: Double.self) }
            #expect(add(bytes) == 0, "field \(field)")
        }
        #expect(add(whole) == 1 && add(whole) == 0, "time must go forward")
    }
}
