/// How a device changes its lens and its view from image to image.
public struct LensMotion: Equatable, Sendable {
    /// How much the focal length follows the focus: the largest change, relative.
    public var breathing = 0.0
    /// The mean time from one change of the focus to the next, seconds.
    public var refocusInterval = 4.0
    /// How far optical stabilisation moves the lens at most, pixels of the image.
    public var opticalStabilization = 0.0
    /// The share of width and height that digital stabilisation crops in order to turn the view; 0 for none.
    public var digitalStabilization = 0.0

    /// A lens that stays as it is.
    public init() {}

    init(breathing: Double = 0, optical: Double = 0, digital: Double = 0) {
        (self.breathing, opticalStabilization, digitalStabilization) = (breathing, optical, digital)
    }

    /// Whether every image has the same lens and shows what is before it.
    var isStill: Bool { breathing == 0 && opticalStabilization == 0 && digitalStabilization == 0 }
}
