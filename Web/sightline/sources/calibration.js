// The calibration that a session needs, and its form in recordings.

/** Noise of a phone's sensors in an app: gyroscope, accelerometer densities, then their random walks. */
export const phoneNoise = [5e-4, 5e-3, 2e-5, 5e-4];

/** The same in a browser: rounded, and 60 times per second. */
export const browserNoise = [1e-3, 1e-2, 2e-5, 5e-4];

/**
 * The calibration of images that are scaled down until their longer side has a number of pixels; unchanged if they are
 * not larger.
 */
export function scaledCalibration(calibration, longestSide) {
    const scale = Math.min(1, longestSide / Math.max(calibration.width, calibration.height));
    if (scale === 1) return calibration;
    const [width, height] = [calibration.width, calibration.height].map((side) => Math.round(side * scale));
    const [x, y] = [width / calibration.width, height / calibration.height];
    const scaled = ([across, down]) => [across * x, down * y];
    return { ...calibration, width, height, focalLength: scaled(calibration.focalLength), principalPoint: scaled(calibration.principalPoint) };
}
