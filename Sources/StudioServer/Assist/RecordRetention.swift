import Foundation
import Logging
import ServiceLifecycle

/// Deletes records after their retention time; checks once per hour.
struct RecordRetention: Service {
    let records: SessionRecordStore
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await look()
                try? await Task.sleep(for: .seconds(3_600))
            }
        }
    }

    private func look() async {
        do {
            let count = try await records.expire(at: Date())
            if count > 0 {
                logger.info("Recorded sessions were deleted: their time is over.", metadata: ["count": "\(count)"])
            }
        } catch {
            logger.error("Old recorded sessions could not be deleted.", metadata: ["error": "\(error)"])
        }
    }
}
