import Foundation
import Hummingbird

/// Who can do what, for the owner's page, under `/api/owner/safety`: who is connected, what was refused, what the disk
/// holds.
struct SafetyRoutes: StudioRoutes {
    /// More addresses than this are not listed, those with most connections first.
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

/// What the owner's page shows about the studio's safety.
struct SafetyAnswer: ResponseCodable, Sendable {
    /// The connections of one address, pages' and channels' together.
    struct Address: Codable, Sendable {
        let address: String
        let connections: Int
    }

    /// A room with somebody inside or waiting.
    struct Room: Codable, Sendable {
        let name: String
        let inside: Int
        let waiting: Int
    }

    /// What takes space on the disk, bytes.
    struct Storage: Codable, Sendable {
        let records: RecordStorage.Usage
        let captureBytes: Int64
    }

    /// Whether anybody may open a room by naming it.
    let opensRooms: Bool
    /// Whether the studio itself encrypts what others send and receive; a proxy may do it, too.
    let isEncrypted: Bool
    /// Pages elsewhere whose scripts may ask to join channels.
    let allowedOrigins: [String]
    /// How many recordings everybody may see.
    let openRecordings: Int
    /// How many channel clients are connected.
    let clients: Int
    /// Who is connected from other machines.
    let addresses: [Address]
    /// Rooms with somebody inside or waiting.
    let rooms: [Room]
    /// What was refused lately, the latest first.
    let refusals: [RefusalLog.Entry]
    let storage: Storage
}
