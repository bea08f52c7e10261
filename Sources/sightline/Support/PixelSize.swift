import ArgumentParser

/// A size in the format `1280x720`; both sides even, as videos require.
struct PixelSize: ExpressibleByArgument {
    let width: Int
    let height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init?(argument: String) {
        let numbers = argument.split(separator: "x").map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
        guard (16...8192).contains(width), (16...8192).contains(height), width % 2 == 0, height % 2 == 0 else {
            return nil
        }
        self.init(width: width, height: height)
    }
}
