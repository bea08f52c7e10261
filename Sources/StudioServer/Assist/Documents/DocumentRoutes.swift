import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Pages of PDF documents as pictures, for the board of a call; nothing of a document is kept.
struct DocumentRoutes {
    let call: CallParts
    let slots: RoomProgramSlots

    /// The largest document, bytes.
    private static let mostBytes = 16 << 20
    /// The longest side of a page's picture, pixels: that of a board.
    private static let longestSide = 1536
    /// The status of pdftoppm for a page that a document does not have.
    private static let unknownPage: Int32 = 99

    /// Adds the route.
    func add(to router: Router<StudioContext>) {
        router.post("api/assist/rooms/:room/page") { request, context in
            let room = try context.roomName
            let pass = try await call.access.verify(request.callPass, kinds: [.inside], room: room)
            try call.core.protection.checkReading(of: pass.sub ?? "", from: context.address(of: request))
            guard let number = Int(request.uri.queryParameters.get("number") ?? "1"), (1...9_999).contains(number)
            else {
                throw StudioError(.badRequest, code: "unknown_page", "A page's number is 1 to 9999.")
            }
            let document = Data(buffer: try await request.body(limit: Self.mostBytes))
            guard document.prefix(1_024).range(of: Data("%PDF-".utf8)) != nil else {
                throw StudioError(.unsupportedMediaType, code: "unsupported_type", "This is no PDF document.")
            }
            let page = try await slots.run(for: room) { try await render(number, of: document) }
            return Response(
                status: .ok,
                headers: [.contentType: "image/png", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(bytes: page))
            )
        }
    }

    private func render(_ number: Int, of document: Data) async throws -> Data {
        let configuration = call.core.configuration
        let program = FilterProgram(
            name: "pdftoppm",
            folders: configuration.programs,
            limits: configuration.programLimits
        )
        do {
            let arguments = ["-png", "-f", "\(number)", "-l", "\(number)", "-scale-to", "\(Self.longestSide)", "-"]
            let page = try await program.run(arguments, on: document)
            guard UploadKind(page) == .png else { throw FilterProgram.Failure.ended(0) }
            return page
        } catch FilterProgram.Failure.missing {
            let message = "The studio cannot show documents: its owner can install the package poppler-utils."
            throw StudioError(.serviceUnavailable, code: "pages_unavailable", message)
        } catch FilterProgram.Failure.ended(Self.unknownPage) {
            throw StudioError(.notFound, code: "unknown_page", "The document has no page of this number.")
        } catch FilterProgram.Failure.tooLong {
            let message = "The page could not be drawn in the time that it may take."
            throw StudioError(.unprocessableContent, code: "too_long", message)
        } catch let failure as FilterProgram.Failure {
            call.core.logger.warning("A document's page was not drawn", metadata: ["why": "\(failure)"])
            let message = "The document is damaged, or needs a password."
            throw StudioError(.unprocessableContent, code: "unreadable", message)
        }
    }
}
