/// A small image of a hand: its colours, the likelihood of skin, and the connected component that is the hand.
final class HandMap {
    /// Pixels of the image per pixel of the map, along a side.
    let factor: Int
    let width: Int
    let height: Int
    /// Red, green and blue.
    private(set) var colors: [UInt8]
    /// 0…255, smoothed over 3 × 3.
    private(set) var skin: [UInt8]
    /// 1 inside the hand.
    private(set) var hand: [UInt8]
    /// Number of the hand's pixels.
    private(set) var handCount = 0
    private var raw: [UInt8]
    private var before: [UInt8]
    private var overlap = 0
    private var stack: [Int32] = []

    init(imageWidth: Int, imageHeight: Int) {
        factor = max(1, (imageWidth + 160) / 320)
        width = max(8, imageWidth / factor)
        height = max(8, imageHeight / factor)
        colors = [UInt8](repeating: 0, count: width * height * 3)
        skin = [UInt8](repeating: 0, count: width * height)
        hand = skin
        raw = skin
        before = skin
    }

    /// Averages an image's colours over blocks.
    func load(_ image: ImagePixels) {
        let area = factor * factor
        for y in 0..<height {
            for x in 0..<width {
                var red = 0
                var green = 0
                var blue = 0
                for j in 0..<factor {
                    let row = min(image.height - 1, y * factor + j) * image.width
                    for i in 0..<factor {
                        let at = (row + min(image.width - 1, x * factor + i)) * image.channels
                        red += Int(image.pixels[at])
                        green += Int(image.pixels[image.channels == 1 ? at : at + 1])
                        blue += Int(image.pixels[image.channels == 1 ? at : at + 2])
                    }
                }
                let at = 3 * (y * width + x)
                colors[at] = UInt8(red / area)
                colors[at + 1] = UInt8(green / area)
                colors[at + 2] = UInt8(blue / area)
            }
        }
    }

    /// Looks up the likelihood of every colour and smooths it.
    func classify(_ model: SkinModel) {
        for i in 0..<width * height {
            raw[i] = model.likelihood[SkinModel.bin(Int(colors[3 * i]), Int(colors[3 * i + 1]), Int(colors[3 * i + 2]))]
        }
        smooth()
    }

    /// The similarity of a colour to skin under white light: about 0.2 for skin, 0 for gray, less for blue and green.
    @inline(__always)
    static func warmth(_ r: Float, _ g: Float, _ b: Float) -> Float {
        let sum = r + g + b + 20
        return min(0.15, (r - g) / sum) + max(-0.1, min(0.1, (g - b) / sum))
    }

    private func smooth() {
        skin = raw
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                var sum = 0
                for dy in -1...1 {
                    let at = (y + dy) * width + x
                    sum += Int(raw[at - 1]) + Int(raw[at]) + Int(raw[at + 1])
                }
                skin[y * width + x] = UInt8(sum / 9)
            }
        }
    }

    /// Fills `hand` with the skin connected to some pixels; returns whether there is any.
    func connect(from seeds: [(x: Int, y: Int)], threshold: UInt8) -> Bool {
        for i in hand.indices { hand[i] = 0 }
        handCount = 0
        for seed in seeds where seed.x >= 0 && seed.y >= 0 && seed.x < width && seed.y < height {
            let at = seed.y * width + seed.x
            if skin[at] >= threshold && hand[at] == 0 { handCount += flood(from: at, threshold) }
        }
        return handCount > 0
    }

    /// Fills `hand` with the connected component of skin that is large and overlaps the last hand.
    func connectLikeliest(threshold: UInt8) {
        for i in hand.indices {
            before[i] = hand[i]
            hand[i] = 0
        }
        var best: (score: Int, start: Int)?
        for y in stride(from: 1, to: height, by: 3) {
            for x in stride(from: 1, to: width, by: 3) {
                let at = y * width + x
                if skin[at] < threshold || hand[at] != 0 { continue }
                overlap = 0
                let score = flood(from: at, threshold) + overlap
                if score > best?.score ?? 0 { best = (score, at) }
            }
        }
        for i in hand.indices { hand[i] = 0 }
        handCount = best.map { flood(from: $0.start, threshold) } ?? 0
    }

    /// Fills a component of skin; returns its size and adds its overlap with the last hand to `overlap`.
    private func flood(from start: Int, _ threshold: UInt8) -> Int {
        stack.removeAll(keepingCapacity: true)
        stack.append(Int32(start))
        hand[start] = 1
        var count = 0
        while let next = stack.popLast() {
            let at = Int(next)
            count += 1
            overlap += Int(before[at])
            let x = at % width
            if x > 0 { visit(at - 1, threshold) }
            if x < width - 1 { visit(at + 1, threshold) }
            if at >= width { visit(at - width, threshold) }
            if at < width * (height - 1) { visit(at + width, threshold) }
        }
        return count
    }

    private func visit(_ at: Int, _ threshold: UInt8) {
        if hand[at] != 0 || skin[at] < threshold { return }
        hand[at] = 1
        stack.append(Int32(at))
    }

    /// Number of the hand's pixels at the image's border; a corner counts twice.
    var borderCount: Int {
        var count = 0
        for x in 0..<width { count += Int(hand[x]) + Int(hand[(height - 1) * width + x]) }
        for y in 0..<height { count += Int(hand[y * width]) + Int(hand[(y + 1) * width - 1]) }
        return count
    }

    func color(_ x: Int, _ y: Int) -> (Float, Float, Float) {
        let at = 3 * (y * width + x)
        return (Float(colors[at]), Float(colors[at + 1]), Float(colors[at + 2]))
    }

    func isHand(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < width && y < height && hand[y * width + x] != 0
    }
}
