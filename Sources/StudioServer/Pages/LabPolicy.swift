import HTTPTypes
import Hummingbird

/// The headers of the WebXR lab's two pages, in place of those in `SecurityHeaders`.
///
/// The frame shows pages of others, with scripts and images of any address. The policy `sandbox` without
/// `allow-same-origin` gives it an opaque origin, so that it has no cookie and no storage, and reads no answer of the
/// studio. It is enforced by the response, also where the frame's address is opened without the lab.
enum LabPolicy {
    /// The page of the frame, below the folder of pages.
    static let framePath = "lab/webxr/frame.html"
    /// The page that holds the frame.
    static let labPath = "lab/webxr.html"

    /// The headers of a page; empty for all other pages.
    static func headers(at path: String) -> HTTPFields {
        switch path {
        case framePath:
            fields([
                ("Content-Security-Policy", framePolicy), ("Cross-Origin-Embedder-Policy", "unsafe-none"),
                ("Permissions-Policy", denied),
            ])
        // A page that embeds only what permits it may not hold the frame.
        case labPath: fields([("Cross-Origin-Embedder-Policy", "unsafe-none")])
        default: [:]
        }
    }

    private static let framePolicy = [
        "sandbox allow-scripts",
        "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'",
        "frame-src 'none'",
        "object-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    ].joined(separator: "; ")

    /// A page in the frame asks for no permission in the studio's name.
    private static let denied = [
        "camera", "microphone", "geolocation", "display-capture", "accelerometer", "gyroscope", "magnetometer",
        "xr-spatial-tracking", "fullscreen", "payment", "usb", "midi",
    ].map { "\($0)=()" }.joined(separator: ", ")

    private static func fields(_ pairs: [(String, String)]) -> HTTPFields {
        HTTPFields(pairs.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
    }
}
