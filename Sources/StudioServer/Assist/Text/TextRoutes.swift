import Foundation
import Hummingbird
import Recordings

/// Reading text in pictures of a call, such as a machine's plate; nothing of a picture is kept.
struct TextRoutes {
    let call: CallParts
    let recognizer: TextRecognizer
    let slots: RoomProgramSlots

    /// The largest picture, bytes.
    private static let mostBytes = 16 << 20

    /// Adds the routes.
    func add(to router: Router<StudioContext>) {
        let text = router.group("api/assist/rooms/:room/text")
        text.get { request, context in
            _ = try await call.access.verify(request.callPass, kinds: [.inside], room: try context.roomName)
            let languages = await recognizer.languages()
            return TextAbility(
                isAvailable: !languages.isEmpty,
                languages: languages,
                mostPixels: TextRecognizer.mostPixels
            )
        }
        text.post { request, context in
            let room = try context.roomName
            let pass = try await call.access.verify(request.callPass, kinds: [.inside], room: room)
            try call.core.protection.checkReading(of: pass.sub ?? "", from: context.address(of: request))
            let asked = try Wish(request, known: await recognizer.languages())
            let bytes = Data(buffer: try await request.body(limit: Self.mostBytes))
            return try await slots.run(for: room) {
                let pixels = try Self.grayPixels(bytes)
                return TextAnswer(lines: try await read(pixels, asked).lines)
            }
        }
    }

    private func read(_ pixels: Data, _ asked: Wish) async throws -> RecognizedText {
        do {
            return try await recognizer.read(pixels, languages: asked.languages, layout: asked.layout)
        } catch FilterProgram.Failure.missing {
            throw Wish.unavailable
        } catch FilterProgram.Failure.tooLong {
            let message = "The picture could not be read in the time that it may take: frame a smaller part."
            throw StudioError(.unprocessableContent, code: "too_long", message)
        } catch let failure as FilterProgram.Failure {
            call.core.logger.warning("The text of a picture was not read", metadata: ["why": "\(failure)"])
            let message = "The program that reads text failed on this picture: frame another part."
            throw StudioError(.unprocessableContent, code: "unreadable", message)
        }
    }

    /// The gray pixels of a picture, which is refused by its header before it is decoded.
    ///
    /// They alone reach the program that reads.
    private static func grayPixels(_ bytes: Data) throws -> Data {
        guard let kind = UploadKind(bytes), [.png, .jpeg].contains(kind) else {
            throw StudioError(.unsupportedMediaType, code: "unsupported_type", "Text is read in PNG and JPEG pictures.")
        }
        if let size = PictureSize(bytes, kind: kind), size.width * size.height > TextRecognizer.mostPixels {
            let message = "The picture has more than 12 million pixels: frame a part of it."
            throw StudioError(.contentTooLarge, code: "too_many_pixels", message)
        }
        _ = try UploadCheck(bytes)
        return try ImageCodec.portableGraymap(data: bytes, name: "picture")
    }

    /// What a request asks for, in its query.
    private struct Wish {
        let languages: [String]
        let layout: TextRecognizer.Layout

        init(_ request: Request, known: [String]) throws {
            guard !known.isEmpty else { throw Self.unavailable }
            let query = request.uri.queryParameters
            // A form writes a space as a plus sign.
            let names = query.get("languages")?.split { $0 == " " || $0 == "+" } ?? []
            languages = names.map(String.init)
            guard (1...TextRecognizer.mostLanguages).contains(languages.count), languages.allSatisfy(known.contains)
            else {
                let message = "Name one to three languages that the studio can read, separated by spaces."
                throw StudioError(.badRequest, code: "unknown_language", message)
            }
            guard let layout = TextRecognizer.Layout(rawValue: query.get("layout") ?? "sparse") else {
                throw StudioError(.badRequest, code: "unknown_layout", "The layout is block or sparse.")
            }
            self.layout = layout
        }

        static var unavailable: StudioError {
            let message = "The studio cannot read text: its owner can install the package tesseract-ocr."
            return StudioError(.serviceUnavailable, code: "text_unavailable", message)
        }
    }
}

/// Whether the studio reads text, and in which languages.
struct TextAbility: ResponseCodable, Sendable {
    let isAvailable: Bool
    /// Tesseract's codes, such as "eng".
    let languages: [String]
    /// The largest picture, pixels.
    let mostPixels: Int
}

/// The text of a picture.
struct TextAnswer: ResponseCodable, Sendable {
    let lines: [RecognizedText.Line]
}
