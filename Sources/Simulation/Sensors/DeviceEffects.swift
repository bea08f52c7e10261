import Foundation

extension DevicePreset {
    /// What the device does to its data beside noise, in words, for a list.
    public var effects: [String] { sampleEffects + imageEffects + lensEffects + lightEffects }

    private var sampleEffects: [String] {
        var effects: [String] = []
        if rounding.accelerometer > 0 {
            let degrees = Self.number(rounding.gyroscope / InertialChip.degree)
            effects.append("steps of \(degrees) °/s and \(Self.number(rounding.accelerometer)) m/s²")
        }
        if delivery.accelerometerRange < 3 * InertialChip.gravity {
            effects.append("range \(Self.number(delivery.accelerometerRange / InertialChip.gravity)) g")
        }
        if delivery.cutoff > 0 { effects.append("low-pass at \(Self.number(delivery.cutoff)) Hz") }
        if delivery.fusionLag > 0 { effects.append("fusion \(Self.number(delivery.fusionLag * 1e3)) ms late") }
        if delivery.stampJitter > 0 {
            effects.append("event times ± \(Self.number(delivery.stampJitter * 1e3)) ms")
        }
        if delivery.burst > 1 { effects.append("bursts of \(delivery.burst)") }
        if delivery.droppedShare > 0 { effects.append("\(Self.number(delivery.droppedShare * 100)) % of samples lost") }
        if delivery.freezeInterval > 0 {
            effects.append("clock stands \(Self.number(delivery.freezeTime * 1e3)) ms")
        }
        return effects
    }

    private var imageEffects: [String] {
        var effects: [String] = []
        if imageDelivery.stampDrift > 0 {
            effects.append("image times drift \(Self.number(imageDelivery.stampDrift * 1e3)) ms/s")
        }
        if let seconds = imageDelivery.hotSeconds {
            effects.append("\(Self.number(imageDelivery.hotRate)) images/s after \(Self.number(seconds)) s")
        }
        if exposureTime > Self.phone.exposureTime { effects.append("exposure \(Self.number(exposureTime * 1e3)) ms") }
        return effects
    }

    private var lensEffects: [String] {
        var effects: [String] = []
        if lensMotion.breathing > 0 { effects.append("focus ± \(Self.number(lensMotion.breathing * 100)) %") }
        if lensMotion.opticalStabilization > 0 {
            effects.append("optical stabilisation up to \(Self.number(lensMotion.opticalStabilization)) px")
        }
        if lensMotion.digitalStabilization > 0 {
            effects.append("digital stabilisation, \(Self.number(lensMotion.digitalStabilization * 100)) % cropped")
        }
        return effects
    }

    private var lightEffects: [String] {
        var effects: [String] = []
        if light.flickerFrequency > 0 { effects.append("lamps at \(Self.number(light.flickerFrequency)) Hz") }
        if light.exposureStep > 0 { effects.append("exposure steps ± \(Self.number(light.exposureStep * 100)) %") }
        if light.toneStep > 0 { effects.append("tone steps ± \(Self.number(light.toneStep * 100)) %") }
        if light.smudge > 0 { effects.append("smudge \(Self.number(light.smudge * 100)) %") }
        return effects
    }

    private static func number(_ value: Double) -> String { String(format: "%g", (value * 1e3).rounded() / 1e3) }
}
