import Features

extension OdometryConfiguration {
    /// A constant of the estimator or of the front end that a sweep may vary.
    package enum Constant: String, CaseIterable, Sendable {
        case pixelSigma, driftSigma, minimumForceDensity, vibrationShare, maximumForceWalk
        case keyframeParallax, windowSeconds, depthLimit, farDepthLimit, landmarkDepthLimit
        case fittingShare, landmarkObservations, maximumWindowFeatures, starvedLandmarks, restSeconds
        case stabilizedViewDensity
        case maximumFeatureCount, extrinsicTranslationPrior, extrinsicRotationPrior, focalLengthPrior, timeOffsetPrior
        case minimumDistancePixels, minimumCorrelation, minimumReferenceCorrelation, maximumDriftPixels
        case motionTolerancePixels, minimumCornerStrength
    }

    /// Multiplies a constant by a factor; counts are rounded, and shares and correlations end at 1.
    package mutating func multiply(_ constant: Constant, by factor: Double) {
        switch constant {
        case .pixelSigma: pixelSigma *= factor
        case .driftSigma: driftSigma *= factor
        case .minimumForceDensity: tuning.minimumForceDensity *= factor
        case .vibrationShare: tuning.vibrationShare *= factor
        case .maximumForceWalk: tuning.maximumForceWalk *= factor
        case .keyframeParallax: tuning.keyframeParallax *= factor
        case .windowSeconds: tuning.windowSeconds *= factor
        case .depthLimit: tuning.depthLimit *= factor
        case .farDepthLimit: tuning.farDepthLimit *= factor
        case .landmarkDepthLimit: tuning.landmarkDepthLimit *= factor
        case .fittingShare: tuning.fittingShare = min(1, tuning.fittingShare * factor)
        case .landmarkObservations:
            tuning.landmarkObservations = Self.scaled(tuning.landmarkObservations, by: factor)
        case .maximumWindowFeatures:
            tuning.maximumWindowFeatures = Self.scaled(tuning.maximumWindowFeatures, by: factor)
        case .starvedLandmarks:
            tuning.starvedLandmarks = Self.scaled(tuning.starvedLandmarks, by: factor)
        case .restSeconds: tuning.restSeconds *= factor
        case .stabilizedViewDensity: tuning.stabilizedViewDensity *= factor
        case .maximumFeatureCount: maximumFeatureCount = Self.scaled(maximumFeatureCount, by: factor)
        case .extrinsicTranslationPrior: priors.extrinsicTranslation *= factor
        case .extrinsicRotationPrior: priors.extrinsicRotation *= factor
        case .focalLengthPrior: priors.focalLength *= factor
        case .timeOffsetPrior: priors.timeOffset *= factor
        case .minimumDistancePixels: tracking.minimumDistancePixels *= Float(factor)
        case .minimumCorrelation: tracking.minimumCorrelation = min(0.99, tracking.minimumCorrelation * Float(factor))
        case .minimumReferenceCorrelation:
            tracking.minimumReferenceCorrelation = min(0.99, tracking.minimumReferenceCorrelation * Float(factor))
        case .maximumDriftPixels: tracking.maximumDriftPixels *= Float(factor)
        case .motionTolerancePixels: tracking.motionTolerancePixels *= Float(factor)
        case .minimumCornerStrength: tracking.minimumCornerStrength *= Float(factor)
        }
    }

    private static func scaled(_ count: Int, by factor: Double) -> Int {
        max(1, Int((Double(count) * factor).rounded()))
    }
}
