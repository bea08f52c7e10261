/// The service of which Eddystone frames are the data (github.com/google/eddystone, protocol-specification).
enum EddystoneService {
    /// The advertisement of a frame: flags, the complete list of services (0xFEAA), the service's data.
    static func advertisement(_ frame: [UInt8]) -> [UInt8] {
        let service: [UInt8] = [0xAA, 0xFE]
        return [0x02, 0x01, 0x06, 0x03, 0x03] + service + [UInt8(3 + frame.count), 0x16] + service + frame
    }
}
