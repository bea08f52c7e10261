/// The identity of an Eddystone-UID beacon: a namespace of ten octets and an instance of six.
public struct EddystoneIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The first sixteen octets: ten of namespace, six of instance.
    let bits: BeaconUUID

    /// Creates an identifier from its sixteen octets, namespace first; `nil` for any other count.
    public init?(_ octets: ArraySlice<UInt8>) {
        guard let bits = BeaconUUID(octets) else { return nil }
        self.bits = bits
    }

    /// The ten octets of the namespace.
    public var namespace: [UInt8] { Array(bits.octets.prefix(10)) }
    /// The six octets of the instance.
    public var instance: [UInt8] { Array(bits.octets.suffix(6)) }

    /// Namespace and instance in hexadecimal digits, separated by a slash.
    public var description: String {
        let digits = bits.description.filter { $0 != "-" }.lowercased()
        return "\(digits.prefix(20))/\(digits.suffix(12))"
    }
}
