import Depth
import Geometry

extension DepthEstimateRecord {
    /// The number of bytes of a map: the record, depth, sigma, the depth of twice the size if there is one, shades.
    static func byteCount(of map: DepthMap) -> Int { stride + 9 * map.depth.count + 4 * map.fineDepth.count }

    /// Writes a map: the record, depth, sigma, the depth of twice the size if there is one, shades.
    static func write(_ estimate: KeyframeMaps.Estimate, to memory: UnsafeMutableRawBufferPointer) {
        let map = estimate.map
        memory.storeBytes(of: map.timestampNanoseconds, toByteOffset: 8 * timestampNanoseconds, as: Int64.self)
        memory.put(epoch, Double(estimate.epoch))
        memory.put(width, Double(map.width))
        memory.put(height, Double(map.height))
        memory.put(focalLength, map.lens.focalLengthPixels.x, map.lens.focalLengthPixels.y)
        memory.put(principalPoint, map.lens.principalPointPixels.x, map.lens.principalPointPixels.y)
        let (imaginary, real) = (map.worldFromOptical.rotation.imaginary, map.worldFromOptical.rotation.real)
        let place = map.worldFromOptical.translation
        memory.put(worldFromOptical, imaginary.x, imaginary.y, imaginary.z, real, place.x, place.y, place.z)
        memory.put(nearDepth, estimate.nearDepth)
        memory.put(hasFineDepth, map.fineDepth.isEmpty ? 0 : 1)
        let count = map.depth.count
        map.depth.withUnsafeBytes { memory[stride...].copyBytes(from: $0) }
        map.sigma.withUnsafeBytes { memory[(stride + 4 * count)...].copyBytes(from: $0) }
        map.fineDepth.withUnsafeBytes { memory[(stride + 8 * count)...].copyBytes(from: $0) }
        map.shades.withUnsafeBytes { memory[(stride + 8 * count + 4 * map.fineDepth.count)...].copyBytes(from: $0) }
    }
}
