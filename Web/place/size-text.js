// The size of a placed model as text.

import { numberText, translated } from "../studio/language/language.js";

/** Keeps a reading's order also if the page's text runs from right to left (U+2066, U+2069). */
const leftToRight = (text) => `\u2066${text}\u2069`;

/** A factor as a percentage. */
export const scaleText = (scale) => leftToRight(`${numberText(100 * scale, scale < 0.1 ? 1 : 0)} %`);

/** Width, height and depth with their errors from the scale's uncertainty: two standard deviations, 95 % of cases. */
export function sizeTexts({ size: [width, height, depth], scaleSigma }) {
    const side = (metres) => sideText(metres, scaleSigma === null ? null : 2 * scaleSigma * metres);
    return [
        translated("{length} wide", { length: side(width) }), translated("{length} high", { length: side(height) }),
        translated("{length} deep", { length: side(depth) }),
    ];
}

/** A length in centimetres with as many decimals as its error justifies. */
function sideText(metres, error) {
    const centimetres = 100 * metres;
    if (error === null) return translated("about {length} cm", { length: numberText(centimetres, centimetres < 10 ? 1 : 0) });
    const decimals = 100 * error < 0.95 ? 1 : 0;
    return leftToRight(`${numberText(centimetres, decimals)} ± ${numberText(Math.max(100 * error, 0.1), decimals)} cm`);
}
