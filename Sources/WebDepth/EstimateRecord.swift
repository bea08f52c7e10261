import Depth
import Geometry

extension DepthEstimateRecord {
    /// The number of bytes of a map: the record, depth, sigma and shades.
    static func byteCount(of map: DepthMap) -> Int { stride + 9 * map.depth.count }

    /// Writes a map: the record, depth, sigma, shades.
    static func write(_ estimate: KeyframeMaps.Estimate, to memory: UnsafeMutableRawBufferPointer) {
        let map = estimate.map
        func put(_ field: Int, _ values: Double...) {
            for (index, value) in values.enumerated() {
                memory.storeBytes(of: value, toByteOffset: 8 * (field + index), as: Double.self)
            }
        }
        memory.storeBytes(of: map.timestampNanoseconds, toByteOffset: 8 * timestampNanoseconds, as: Int64.self)
        put(epoch, Double(estimate.epoch))
        put(width, Double(map.width))
        put(height, Double(map.height))
        put(focalLength, map.lens.focalLengthPixels.x, map.lens.focalLengthPixels.y)
        put(principalPoint, map.lens.principalPointPixels.x, map.lens.principalPointPixels.y)
        let (imaginary, real) = (map.worldFromOptical.rotation.imaginary, map.worldFromOptical.rotation.real)
        let place = map.worldFromOptical.translation
        put(worldFromOptical, imaginary.x, imaginary.y, imaginary.z, real, place.x, place.y, place.z)
        put(nearDepth, estimate.nearDepth)
        let count = map.depth.count
        map.depth.withUnsafeBytes { memory[stride...].copyBytes(from: $0) }
        map.sigma.withUnsafeBytes { memory[(stride + 4 * count)...].copyBytes(from: $0) }
        map.shades.withUnsafeBytes { memory[(stride + 8 * count)...].copyBytes(from: $0) }
    }
}
