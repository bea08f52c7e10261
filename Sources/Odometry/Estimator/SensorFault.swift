/// What is wrong with a sensor's data, found by comparison with the other sensors.
public enum SensorFault: Equatable, Sendable {
    /// Single inertial samples contradict both neighbours; they are dropped.
    case inertialSpikes
    /// The inertial samples repeat exactly while the images move: there is no pose until they change.
    case frozenInertialSensors
    /// The images repeat exactly while the body moves: the pose follows the inertial sensors alone.
    case frozenImages
    /// A part of the image stays in place while the camera turns, like a finger or a frame: its features are left out.
    case fixedImagePart
    /// The camera stabilises its images: the view turns otherwise than the body, which is reckoned with.
    case stabilizedImages

    /// One sentence for a person.
    public var message: String {
        switch self {
        case .inertialSpikes: "The motion sensors give single wrong values, which are left out."
        case .frozenInertialSensors: "The motion sensors repeat the same values although the image moves."
        case .frozenImages: "The camera repeats the same image although the device moves."
        case .fixedImagePart: "A part of the image moves with the camera and is left out."
        case .stabilizedImages: "The camera stabilises its images, so lengths may be less exact."
        }
    }
}
