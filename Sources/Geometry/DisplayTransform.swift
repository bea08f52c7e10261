/// The rotation that makes an image upright on a screen.
public enum QuarterTurn: Equatable, Sendable, CaseIterable {
    /// Unchanged.
    case none
    /// Clockwise by 90°.
    case clockwise
    /// By 180°.
    case half
    /// Counterclockwise by 90°.
    case counterclockwise
}

/// The placement of an image in a view of another shape.
public enum ImageFit: Equatable, Sendable {
    /// The image fills the view; its longer side is cropped.
    case fill
    /// The whole image is visible; the view has bars.
    case whole
}

extension AffineMap {
    /// The map from normalised image coordinates to normalised view coordinates; both have (0, 0) at the top left and
    /// (1, 1) at the bottom right.
    ///
    /// `imageSize` is that of the original image, `viewSize` that of the view, in any unit. The image's middle is at
    /// the view's middle.
    public static func displayTransform(
        imageSize: Vector2,
        viewSize: Vector2,
        turn: QuarterTurn = .none,
        fit: ImageFit = .fill
    ) -> AffineMap {
        let turned = AffineMap.quarterTurn(turn)
        let isSideways = turn == .clockwise || turn == .counterclockwise
        let upright = isSideways ? Vector2(imageSize.y, imageSize.x) : imageSize
        let ratio = viewSize / upright
        let scale = fit == .fill ? max(ratio.x, ratio.y) : min(ratio.x, ratio.y)
        let shown = upright * scale / viewSize
        let placed = AffineMap(
            xAxis: Vector2(shown.x, 0),
            yAxis: Vector2(0, shown.y),
            origin: (Vector2(1, 1) - shown) / 2
        )
        return placed * turned
    }

    private static func quarterTurn(_ turn: QuarterTurn) -> AffineMap {
        switch turn {
        case .none: .identity
        case .clockwise: AffineMap(xAxis: Vector2(0, 1), yAxis: Vector2(-1, 0), origin: Vector2(1, 0))
        case .half: AffineMap(xAxis: Vector2(-1, 0), yAxis: Vector2(0, -1), origin: Vector2(1, 1))
        case .counterclockwise: AffineMap(xAxis: Vector2(0, -1), yAxis: Vector2(1, 0), origin: Vector2(0, 1))
        }
    }
}
