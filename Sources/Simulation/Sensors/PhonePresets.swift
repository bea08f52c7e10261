import Geometry

extension DevicePreset {
    // swift-format-ignore
    /// Real phones: a row each.
    ///
    /// Published are the lens, the readout time, the chip and the rates that a row names, where its `source` says.
    /// What is left out was not found, and is that of a usual phone. How late images are, and what light, heat and
    /// stabilisation do, is within what phones do (see docs/library/simulation.md) and given out so that every effect
    /// shows on several rows: it says nothing of that model.
    ///
    /// Sources in short: `gist` is gist.github.com, `kalibr` the tables of JzHuai0108/kalibr,
    /// doc/rolling-shutter-table.md, and `a/b#1` an issue or pull request on GitHub.
    public static let phones: [DevicePreset] = [
        model("iphone-5", optics: .ios(56.70), readout: 22.60, chip: .l3g4200d, on: .safari, late: 45, lens: LensMotion(breathing: 0.01),
              source: "lens: gist hirokim/a22633cbc289e7e3358a; readout: kalibr, table 2"),
        model("iphone-5s", optics: .ios(58.08), chip: .l3g4200d, on: .safari, late: 40, exposure: 6, light: LightConditions(flicker: 100),
              source: "lens: gist hirokim/9f6e90a1ff33e0ac7e93"),
        model("iphone-6", optics: .ios(58.04), chip: .mpu6500, on: .safari, late: 35, lens: LensMotion(breathing: 0.02),
              source: "lens: gist hirokim/f9772e60d786085d485f"),
        model("iphone-6-plus", optics: .ios(58.04), chip: .mpu6500, on: .safari, late: 35, light: LightConditions(toneStep: 0.2),
              source: "lens: gist hirokim/c7de7b4b1b1ee2929a1f; video HDR: Apple's technical note 2409"),
        model("iphone-6s", optics: .ios(57.702), readout: 15.01, chip: .mpu6500, on: .safari, late: 25,
              source: "lens: gist DanSkeel/3bb13f0920db9bf8d3da; readout: kalibr, table 4"),
        model("iphone-6s-plus", optics: .ios(57.710), readout: 15.01, chip: .mpu6500, on: .safari, late: 25, lens: LensMotion(optical: 8),
              source: "lens: gist canfan/712008e4e7f11dbc862db65394037a19; readout: that of the iPhone 6S"),
        model("iphone-12", optics: .iosEquivalent(26), on: .iosApp, late: 20, lens: LensMotion(breathing: 0.01, optical: 10),
              source: "lens: photo.stackexchange.com, question 132000; rate: uwtron16/roamr, iOS/SENSORS.md"),
        model("iphone-15-pro", optics: .iosEquivalent(24), on: .safari, late: 30, lens: LensMotion(digital: 0.1),
              source: "lens: its photos' description, 24 mm"),
        model("galaxy-s3", readout: 32.67, chip: .lsm330dlc, on: .chromium, late: 110, images: ImageDelivery(hotSeconds: 9),
              source: "readout: kalibr, table 3"),
        model("galaxy-s6", chip: .mpu6050, on: .app(80), late: 60, rate: 15,
              source: "rates of images and samples: HKUST-Aerial-Robotics/VINS-Mobile#69"),
        model("galaxy-s7", chip: .lsm6ds3, on: .chromium, late: 70, images: ImageDelivery(stampDrift: 1e-3),
              source: "chip: the list of chips in phones of 29 March 2019 on GitHub"),
        model("galaxy-s8", chip: .lsm6dsl, on: .chromium, late: 50, exposure: 7, light: LightConditions(flicker: 100),
              source: "chip: the list of resonant frequencies of 28 devices on GitHub"),
        model("galaxy-note-8", optics: .focal(487.5), chip: .lsm6dsl, on: .chromium, late: 60,
              lens: LensMotion(breathing: 0.02, optical: 10), source: "lens: photo.stackexchange.com, question 101015"),
        model("galaxy-a3", optics: .focal(671), on: .webView, late: 120, exposure: 25, light: LightConditions(smudge: 0.5),
              source: "lens: google-ar/arcore-android-sdk#1044"),
        model("galaxy-s24", chip: .lsm6dso, on: .app(163.6), late: 30, light: LightConditions(exposureStep: 0.4),
              source: "chip and rate: measured under Termux, 13 November 2025, on GitHub"),
        model("galaxy-s25-ultra", readout: 14.5, on: .chromium, late: 40, lens: LensMotion(optical: 6),
              source: "readout: gyroflow/lens_profiles#26"),
        model("pixel-3a", optics: .focal(500), on: .app(100), late: 20, lens: LensMotion(digital: 0.12),
              source: "lens and rate: OSUPCVLab/mobile-ar-sensor-logger#8"),
        model("pixel-4", chip: .bmi160, on: .chromium, late: 45, lens: LensMotion(breathing: 0.015, optical: 7),
              source: "chip: the list of resonant frequencies of 28 devices on GitHub"),
        model("pixel-4a", chip: .bmi160, on: .chromium, late: 45, lens: LensMotion(digital: 0.1),
              source: "digital stabilisation: sceneview/sceneview#2728"),
        model("honor-v10", readout: 20.68, on: .chromium, late: 80, light: LightConditions(smudge: 0.4),
              source: "readout: kalibr, table 4"),
        model("honor-v30", chip: .icm206xx, on: .firefox, late: 60, exposure: 8, light: LightConditions(flicker: 50),
              source: "chip: the list of resonant frequencies of 28 devices on GitHub"),
        model("huawei-p20-pro", chip: .icm206xx, on: .firefox, late: 70, light: LightConditions(exposureStep: 0.3, toneStep: 0.2),
              source: "chip: the list of resonant frequencies of 28 devices on GitHub"),
        model("mi-6", on: .app(200), late: 20, source: "rate: waiwnf/pilotguru#40"),
        model("mi-8", readout: 23.85, on: .app(400), late: 25, lens: LensMotion(breathing: 0.02),
              source: "readout: OSUPCVLab/mobile-ar-sensor-logger#12; rate: waiwnf/pilotguru#40"),
        model("oneplus-7t", optics: .focal(417), on: .webView, late: 50, light: LightConditions(exposureStep: 0.5),
              source: "lens: OSUPCVLab/mobile-ar-sensor-logger#18"),
        model("phab-2-pro", readout: 31.39, on: .app(200), late: 20, exposure: 20, source: "readout: kalibr, table 4"),
        model("rog-phone-5s", chip: .bmi270, on: .app(50), late: 30,
              images: ImageDelivery(stampDrift: 5e-4, hotSeconds: 9, hotRate: 10),
              source: "rate: OSUPCVLab/mobile-ar-sensor-logger#26"),
        model("zenfone-ar", readout: 7.42, on: .app(200), late: 20, rate: 26, source: "readout and rate: kalibr, table 4"),
    ]

    /// The lens of a phone's images of 640 × 480.
    private struct PhoneLens {
        /// Pixels.
        let focalLength: Double
        /// Whether the platform straightens the images.
        let isCorrected: Bool

        /// A camera of iOS by the horizontal field of view that it states, degrees.
        static func ios(_ degrees: Double) -> PhoneLens {
            let half = degrees / 2 * InertialChip.degree
            return PhoneLens(focalLength: 320 * .cosine(of: half) / .sine(of: half), isCorrected: true)
        }

        /// A camera of iOS by the focal length of a lens with the same diagonal view on film, mm.
        static func iosEquivalent(_ millimetres: Double) -> PhoneLens {
            PhoneLens(focalLength: millimetres / filmDiagonal * 800, isCorrected: true)
        }

        /// A camera with the distortion of the preset `phone`, by its focal length in pixels.
        static func focal(_ pixels: Double) -> PhoneLens { PhoneLens(focalLength: pixels, isCorrected: false) }

        /// The diagonal of film of 36 × 24 mm.
        private static let filmDiagonal = (36.0 * 36 + 24 * 24).squareRoot()
        /// A lens of 26 mm, which most phones have.
        static let usual = focal(26 / filmDiagonal * 800)
    }

    /// A phone of its parts: milliseconds, and images per second.
    private static func model(
        _ name: String,
        optics: PhoneLens = .usual,
        readout: Double = 20,
        chip: InertialChip = .bmi160,
        on platform: Platform,
        late: Double,
        rate: Double = 30,
        exposure: Double = 10,
        lens: LensMotion = LensMotion(),
        light: LightConditions = LightConditions(),
        images: ImageDelivery = ImageDelivery(),
        source: String
    ) -> DevicePreset {
        var preset = DevicePreset.phone
        (preset.name, preset.parts, preset.source) = (name, "\(chip.name), \(platform.name)", source)
        // What is cropped leaves a narrower view, which the platform straightens.
        let focalLength = optics.focalLength / (1 - lens.digitalStabilization)
        preset.camera.focalLengthPixels = Vector2(focalLength, focalLength)
        if optics.isCorrected || lens.digitalStabilization > 0 { preset.camera.distortion = .none }
        (preset.imageRate, preset.inertialRate) = (rate, platform.inertialRate)
        (preset.readoutTime, preset.exposureTime) = (readout / 1000, exposure / 1000)
        preset.timeOffset = -late / 1000
        (preset.noise, preset.startingBias) = (chip.noise, chip.startingBias)
        preset.assumedNoise = platform.assumedNoise
        preset.rounding = platform.rounding
        (preset.stampJitter, preset.droppedShare) = (platform.stampJitter, platform.droppedShare)
        preset.delivery = platform.delivery
        preset.delivery.gyroscopeRange = chip.range.gyroscope * InertialChip.degree
        preset.delivery.accelerometerRange = chip.range.accelerometer * InertialChip.gravity
        (preset.lensMotion, preset.light, preset.imageDelivery) = (lens, light, images)
        return preset
    }
}
