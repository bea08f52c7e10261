import Hummingbird

/// Refuses addresses that no page, script or client of the studio requests: control characters, hidden files, and an
/// empty first part.
///
/// A NUL ends a path early in system calls, so that another file than the checked one would be opened. A path with two
/// leading slashes would become the address of another host in a redirect.
struct RequestPathValidator<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard let bytes = Self.percentDecoded(path.utf8), !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw StudioError(.badRequest, code: "path", "The address has a character that no address may have.")
        }
        let parts = bytes.split(separator: UInt8(ascii: "/"))
        // A channel's name may begin with a dot; it is not a file.
        let isOfChannels = parts.first?.elementsEqual("apps".utf8) ?? false
        let isHidden =
            !isOfChannels
            && parts.contains { $0.first == UInt8(ascii: ".") && !$0.elementsEqual(".well-known".utf8) }
        guard !path.hasPrefix("//"), !isHidden else {
            throw StudioError(.notFound, code: "unknown_address", "There is nothing at this address.")
        }
        return try await next(request, context)
    }

    /// Decodes a percent-encoded text; nil if an escape is truncated or has digits that are not hexadecimal.
    static func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(hexadecimal), let low = rest.next().flatMap(hexadecimal) else {
                return nil
            }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
