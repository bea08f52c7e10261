// The figures of the phone test: their names, their values as text, and which values are good. The test's page and the table of phones use them.

import { numberText, translated } from "../studio/language/language.js";

/** A bank card's long edge (ISO/IEC 7810, ID-1), metres. */
export const cardLength = 0.0856;

const milliseconds = (value, digits = 1) => translated("{count} ms", { count: numberText(value, digits) });
const rate = (value, digits) => translated("{count} per second", { count: numberText(value, digits) });
const cardError = ({ cardLength: length }) => Math.abs(length - cardLength);

/**
 * In the order of the table: `key` of the value, `name`, `text(figures)`, and of graded ones `good`, the good range in words, with `isGood` and `isPoor` of all
 * figures. A figure that was not measured is undefined.
 */
export const figureTexts = [
    { key: "frameRate", name: translated("Frames"), text: (all) => rate(all.frameRate, 1), good: translated("25 or more"), isGood: (all) => all.frameRate >= 25, isPoor: (all) => all.frameRate < 12 },
    { key: "engineMedian", name: translated("Engine, median"), text: (all) => milliseconds(all.engineMedian), good: translated("below {count} ms", { count: 15 }), isGood: (all) => all.engineMedian < 15, isPoor: (all) => all.engineMedian > 40 },
    { key: "engineHigh", name: translated("Engine, 95 %"), text: (all) => milliseconds(all.engineHigh), good: translated("below {count} ms", { count: 33 }), isGood: (all) => all.engineHigh < 33, isPoor: (all) => all.engineHigh > 80 },
    {
        key: "firstPose", name: translated("First pose"), isAlways: true, good: translated("below 3 s"),
        text: (all) => (all.firstPose === undefined ? translated("none") : translated("{count} s", { count: numberText(all.firstPose, 1) })),
        isGood: (all) => all.firstPose < 3, isPoor: (all) => all.firstPose === undefined,
    },
    { key: "trackedShare", name: translated("Tracked"), text: (all) => translated("{count} % of the frames", { count: Math.round(100 * all.trackedShare) }), good: translated("90 % or more"), isGood: (all) => all.trackedShare >= 0.9, isPoor: (all) => all.trackedShare < 0.6 },
    { key: "scaleSigma", name: translated("Scale"), text: (all) => `± ${numberText(100 * all.scaleSigma, 1)} %`, good: translated("± 2 % or less"), isGood: (all) => all.scaleSigma <= 0.02, isPoor: (all) => all.scaleSigma > 0.06 },
    { key: "timeOffset", name: translated("Image's lag behind motion"), text: (all) => milliseconds(1000 * all.timeOffset, 0), good: translated("estimated") },
    { key: "readoutTime", name: translated("Rolling shutter"), text: (all) => milliseconds(1000 * all.readoutTime, 0), good: translated("estimated") },
    { key: "focalLength", name: translated("Focal length"), text: (all) => translated("{count} of the longer side", { count: numberText(all.focalLength, 3) }), good: translated("estimated") },
    { key: "motionRate", name: translated("Motion samples"), text: (all) => rate(all.motionRate, 0), good: translated("60 or more"), isGood: (all) => all.motionRate >= 55, isPoor: (all) => all.motionRate < 30 },
    { key: "motionGap", name: translated("Longest gap in them"), text: (all) => milliseconds(all.motionGap, 0), good: translated("below {count} ms", { count: 50 }), isGood: (all) => all.motionGap < 50, isPoor: (all) => all.motionGap > 200 },
    {
        key: "cardLength", name: translated("Card"), good: translated("within 2 mm"),
        text: (all) => translated("{length} mm ± {sigma} mm; truly {truth} mm", { length: numberText(1000 * all.cardLength, 1), sigma: numberText(1000 * all.cardSigma, 1), truth: numberText(1000 * cardLength, 1) }),
        isGood: (all) => cardError(all) < 0.002, isPoor: (all) => cardError(all) > 0.006,
    },
];

/** The figures that there are, each `{ key, name, text, good, grade }`; the grade is "good", "poor" or "". */
export function figureLines(figures) {
    return figureTexts.filter(({ key, isAlways }) => isAlways || Number.isFinite(figures[key])).map(({ key, name, text, good, isGood, isPoor }) => ({
        key, name, text: text(figures), good, grade: isGood?.(figures) ? "good" : isPoor?.(figures) ? "poor" : "",
    }));
}
