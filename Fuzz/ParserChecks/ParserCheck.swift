import Bluetooth
import Proximity

/// Every parser of data from beacons, controllers and captures, on one input; none may trap, and reading must be
/// consistent.
public enum ParserCheck {
    /// Reads an input; the first octet selects the parser.
    ///
    /// - Returns: what does not agree; nil if all does.
    public static func error(_ octets: [UInt8]) -> String? {
        guard let kind = octets.first else { return nil }
        let body = Array(octets.dropFirst())
        switch kind % 4 {
        case 0: return advertisement(body)
        case 1: return stream(body)
        case 2: return capture(body)
        default: return texts(body)
        }
    }

    /// An advertisement's data: structures are inside it, and a frame is the same after it is written and read again.
    private static func advertisement(_ octets: [UInt8]) -> String? {
        let read = AdvertisingStructures(octets[...]).reduce(0) { $0 + $1.data.count + 2 }
        guard read <= octets.count else { return "structures reach beyond the advertisement" }
        guard let frame = BeaconFrame(advertisement: octets[...]) else { return nil }
        if let identity = frame.identity, BeaconIdentity(key: identity.key) != identity { return "a key names another" }
        guard case .iBeacon(let beacon) = frame else { return nil }
        let again = BeaconFrame(advertisement: beacon.advertisement[...])
        return again == frame ? nil : "an iBeacon is another after it was sent"
    }

    /// A stream of H4 packets: the packets are the same for every division of the stream, and events and reports are
    /// read.
    private static func stream(_ octets: [UInt8]) -> String? {
        let whole = packets(of: [octets])
        let dripped = packets(of: octets.map { [$0] })
        // An error ends the stream with what came before it in the same piece; octet by octet, that was returned already.
        guard whole.isMalformed == dripped.isMalformed, whole.isMalformed || whole.packets == dripped.packets else {
            return "a stream is read differently when it is dripped"
        }
        var session = ControllerSession(task: .scan, mode: .automatic)
        _ = session.begin(at: 0)
        for (index, packet) in dripped.packets.enumerated() {
            _ = session.receive(packet, at: Int64(index) * 1_000_000)
            guard case .event(let code, let parameters) = packet,
                case .reports(let reports) = HCIEvent(code: code, parameters: parameters)
            else { continue }
            for report in reports {
                if let error = advertisement(report.data) { return error }
            }
        }
        _ = session.advance(to: 60_000_000_000)
        return nil
    }

    private static func packets(of pieces: [[UInt8]]) -> (packets: [HCIPacket], isMalformed: Bool) {
        var (decoder, packets) = (H4Decoder(), [HCIPacket]())
        for piece in pieces {
            do {
                packets += try decoder.decode(piece)
            } catch {
                return (packets, true)
            }
        }
        return (packets, false)
    }

    /// A capture: it is the same after it is written and read again.
    private static func capture(_ octets: [UInt8]) -> String? {
        guard let file = try? BtsnoopFile(octets, name: "input") else { return nil }
        guard let again = try? BtsnoopFile(file.octets, name: "again") else { return "a capture cannot be read again" }
        return again.packets.map(\.packet) == file.packets.map(\.packet) ? nil : "a capture is another after writing"
    }

    /// Texts: sources, UUIDs and keys.
    private static func texts(_ octets: [UInt8]) -> String? {
        let text = String(decoding: octets, as: UTF8.self)
        _ = try? BeaconSource(text)
        if let uuid = BeaconUUID(text), BeaconUUID(uuid.description) != uuid { return "a UUID is another when written" }
        guard let identity = BeaconIdentity(key: text) else { return nil }
        return BeaconIdentity(key: identity.key) == identity ? nil : "a key names another"
    }
}
