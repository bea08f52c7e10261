import HTTPTypes
import Hummingbird
import NIOPosix

/// Information for the pages: their list, the address for phones, the root certificate.
struct PageRoutes: StudioRoutes {
    let configuration: StudioConfiguration
    /// The studio's own root (DER); nil without one.
    let root: [UInt8]?

    func addRoutes(to router: Router<StudioContext>) {
        router.get("api/pages") { [configuration] _, _ in
            try await NIOThreadPool.singleton.runIfActive { PageList(folder: configuration.pages) }
        }
        router.get("api/invitation") { request, context in
            guard let invitation = invitation(for: request) else { return Response(status: .noContent) }
            return try invitation.response(from: request, context: context)
        }
        guard let root else { return }
        router.get("certificate.crt") { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/x-x509-ca-cert",
                    .contentDisposition: "attachment; filename=\"sightline.crt\"",
                ],
                body: .init(byteBuffer: ByteBuffer(bytes: root))
            )
        }
    }

    /// The studio's address for a phone; nil if there is none at which browsers allow a camera.
    private func invitation(for request: Request) -> Invitation? {
        guard Invitation.isSecure(request, of: configuration) else { return nil }
        return Invitation.address(reachedBy: request, of: configuration).flatMap(Invitation.init(address:))
    }
}
