import Geometry
import Odometry
import WorldTracking

extension TrackingRun {
    /// Runs a whole session over a recording: poses are the session's, in its world, corrected by the places it recognises.
    ///
    /// While a saved map's place is looked for there is no pose. The session must run with the recording's calibration; `progress` is
    /// called after each picture with how many have been read. Throws where the reader does.
    public init(
        reader: inout RecordingReader,
        session: Session,
        progress: (Int) -> Void = { _ in }
    ) throws(RecordingError) {
        var read = 0
        frames.reserveCapacity(reader.pictureCount)
        while let event = try reader.next() {
            switch event {
            case .inertial(let sample):
                session.add(sample)
            case .picture(let picture):
                session.add(picture.gray, timestampNanoseconds: picture.timestampNanoseconds)
                read += 1
                progress(read)
            }
            take(session)
        }
        session.finish()
        take(session)
    }

    private mutating func take(_ session: Session) {
        let clock = ContinuousClock()
        while true {
            let start = clock.now
            guard let frame = session.nextFrame(), var odometry = frame.odometry else { return }
            let seconds = (clock.now - start) / .seconds(1)
            odometry.odometryFromBody = Self.odometryFromBody(frame, odometry.calibration)
            frames.append(Frame(odometry: odometry, seconds: seconds))
        }
    }

    /// The body's pose with +Z up in the session's world; nil without one, and while a place is looked for.
    private static func odometryFromBody(
        _ frame: WorldTracking.Frame,
        _ calibration: OdometryCalibration
    ) -> RigidTransform<OdometrySpace, BodySpace>? {
        guard frame.trackingState != .limited(.relocalizing), let camera = frame.camera else { return nil }
        let upright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
        return upright * camera.worldFromOptical * calibration.bodyFromOptical.inverse
    }
}
