import Foundation
import Recordings

/// Decides whether an uploaded file is accepted: by its content, its size, and for images by their decompressed size.
struct UploadCheck {
    /// The kind of the file.
    let kind: UploadKind
    /// An image's size in pixels; nil for videos and models.
    let size: PictureSize?

    /// The maximum number of pixels: a small file can contain an image that fills a phone's memory.
    static let mostPixels = 24_000_000
    /// The maximum length of an image's side, pixels.
    static let longestSide = 8192

    /// - Throws: `StudioError` with the reason.
    init(_ bytes: Data) throws {
        guard let kind = UploadKind(bytes) else { throw Self.refusal(bytes) }
        guard bytes.count <= kind.largest else {
            let limit = kind.largest >> 20
            throw StudioError(
                .contentTooLarge,
                code: "too_large",
                "Such a file may have \(limit) MB at most."
            )
        }
        if kind == .glb, !ModelHeader.isWhole(bytes) {
            throw StudioError(
                .badRequest,
                code: "broken_model",
                "The model is broken: it is no whole glTF 2.0 file of its own."
            )
        }
        self.kind = kind
        size = kind.itemKind == .picture ? try Self.checkedSize(bytes, kind) : nil
    }

    private static func refusal(_ bytes: Data) -> StudioError {
        if UploadKind.isVectorDrawing(bytes) {
            return StudioError(
                .unsupportedMediaType,
                code: "vector_drawing",
                "SVG drawings can carry scripts and are not taken: save it as PNG, JPEG or WebP."
            )
        }
        return StudioError(
            .unsupportedMediaType,
            code: "unsupported_type",
            "This is no PNG, JPEG or WebP picture, no MP4 or WebM video and no binary glTF model."
        )
    }

    private static func checkedSize(_ bytes: Data, _ kind: UploadKind) throws -> PictureSize {
        let broken = StudioError(.badRequest, code: "broken_picture", "The picture is broken: it cannot be read.")
        guard let size = PictureSize(bytes, kind: kind) else { throw broken }
        guard max(size.width, size.height) <= longestSide, size.width * size.height <= mostPixels else {
            throw StudioError(
                .contentTooLarge,
                code: "too_many_pixels",
                """
                The image has \(size.width) × \(size.height) pixels; at most \(longestSide) on a side and \
                24 million in all are taken.
                """
            )
        }
        guard kind != .png || !PNGChunks(bytes).isInflated(beyond: size) else { throw broken }
        guard kind == .webp || (try? ImageCodec.gray(data: bytes, name: "upload")) != nil else { throw broken }
        return size
    }
}
