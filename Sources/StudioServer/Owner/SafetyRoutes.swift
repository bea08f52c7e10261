import Foundation
import Hummingbird

/// The state of the studio's safety for the owner's page, under `/api/owner/safety`: connections, refusals, disk usage.
struct SafetyRoutes: StudioRoutes {
    /// The maximum number of listed addresses, those with most connections first.
    private static let mostAddresses = 50

    private let core: StudioCore
    private let assist: AssistRoutes

    init(core: StudioCore, assist: AssistRoutes) { (self.core, self.assist) = (core, assist) }

    func addRoutes(to router: Router<StudioContext>) {
        router.group("api/owner/safety").add(middleware: OwnerOnly(core.owner)).get { _, _ in
            SafetyAnswer(
                opensRooms: try await assist.call.settings.opensRooms,
                isEncrypted: core.configuration.transport.isSecure,
                allowedOrigins: core.configuration.allowedOrigins.map(\.text),
                openRecordings: openRecordings,
                clients: core.channels.host.clientCount,
                addresses: addresses,
                rooms: try await occupiedRooms(),
                refusals: core.protection.refusals.entries,
                storage: SafetyAnswer.Storage(
                    records: await assist.call.records.storage.usage,
                    captureBytes: Self.bytes(in: core.configuration.captures)
                )
            )
        }
    }

    private var openRecordings: Int {
        let (folders, captures) = (core.configuration.recordings, core.configuration.captures)
        return RecordingLibrary(folders: folders, captures: captures).entries.count { !$0.isPrivate }
    }

    private var addresses: [SafetyAnswer.Address] {
        core.channels.host.connectionsByAddress
            .map { SafetyAnswer.Address(address: $0, connections: $1) }
            .sorted { ($1.connections, $0.address) < ($0.connections, $1.address) }
            .prefix(Self.mostAddresses).map { $0 }
    }

    private func occupiedRooms() async throws -> [SafetyAnswer.Room] {
        var occupied: [SafetyAnswer.Room] = []
        for name in try await assist.call.rooms.all().compactMap({ CallRoomName($0.name) }) {
            let inside = try await core.channels.members(of: name.channel).count
            let waiting = await assist.call.waitingRoom.queue(at: name).count
            if inside + waiting > 0 {
                occupied.append(SafetyAnswer.Room(name: name.text, inside: inside, waiting: waiting))
            }
        }
        return occupied
    }

    private static func bytes(in folder: URL) -> Int64 {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .isRegularFileKey]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: Array(keys))
        var sum: Int64 = 0
        while let file = files?.nextObject() as? URL {
            guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true else { continue }
            sum += Int64(values.fileSize ?? 0)
        }
        return sum
    }
}

/// The safety state for the owner's page.
struct SafetyAnswer: ResponseCodable, Sendable {
    /// The connections of one address, of pages and channels together.
    struct Address: Codable, Sendable {
        let address: String
        let connections: Int
    }

    /// A room with members or waiting people.
    struct Room: Codable, Sendable {
        let name: String
        let inside: Int
        let waiting: Int
    }

    /// The disk usage, bytes.
    struct Storage: Codable, Sendable {
        let records: RecordStorage.Usage
        let captureBytes: Int64
    }

    /// Whether everyone may open a room by its name.
    let opensRooms: Bool
    /// Whether the studio itself encrypts connections; a proxy may do it, too.
    let isEncrypted: Bool
    /// Other origins whose scripts may request channel authorization.
    let allowedOrigins: [String]
    /// The number of public recordings.
    let openRecordings: Int
    /// The number of connected channel clients.
    let clients: Int
    /// The connections from other machines.
    let addresses: [Address]
    /// Rooms with members or waiting people.
    let rooms: [Room]
    /// The recent refusals, the latest first.
    let refusals: [RefusalLog.Entry]
    let storage: Storage
}
