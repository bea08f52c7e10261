import Imaging

@testable import Shapes

extension [UInt8] {
    /// Calls a function with the address of the bytes, of which there is at least one.
    func withAddress<Result>(_ body: (UnsafePointer<UInt8>) throws -> Result) rethrows -> Result {
        try withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { preconditionFailure("there are no bytes") }
            return try body(start)
        }
    }

    /// Calls a function with the bytes from an offset on as an image's pixels.
    func withImage<Result>(
        width: Int,
        height: Int,
        channels: Int,
        from offset: Int = 0,
        _ body: (ImagePixels) throws -> Result
    ) rethrows -> Result {
        try withAddress {
            try body(ImagePixels(pixels: $0 + offset, width: width, height: height, channels: channels))
        }
    }
}
