// Where a plan lies on the earth, and a position from two sources.

/** The earth's radius at the equator (WGS 84), m. */
const radius = 6_378_137;
/** The 95 % circle of a normal distribution in two directions is 2.448 sigma wide: √(−2 ln 0.05). */
const sigmasOfAccuracy = 2.448;
/** A squared distance in sigmas that two true positions exceed in one case of a hundred: −2 ln 0.01. */
const mostSigmas = 9.21;

const radians = (degrees) => (degrees * Math.PI) / 180;

/** The tie of a plan to the earth by two of its points: a rotation, a scale and a shift. */
export class EarthTie {
    #origin;
    /** Metres east and north times this complex number are metres on the plan. */
    #factor;

    /** `points` are two of `{ x, y, latitude, longitude }`, m and degrees, some metres apart. */
    constructor([first, second]) {
        this.#origin = first;
        const { east, north } = this.#offset(second);
        const [x, y, square] = [second.x - first.x, second.y - first.y, east * east + north * north];
        this.#factor = { real: (x * east + y * north) / square, imaginary: (y * east - x * north) / square };
    }

    /** How many metres of the plan a metre of the earth is; 1 if both points are right. */
    get scale() {
        return Math.hypot(this.#factor.real, this.#factor.imaginary);
    }

    /** The point of the plan, m, of a place on the earth. */
    toPlan(place) {
        const { east, north } = this.#offset(place);
        const { real, imaginary } = this.#factor;
        return { x: this.#origin.x + east * real - north * imaginary, y: this.#origin.y + east * imaginary + north * real };
    }

    /** The direction on the plan, rad from x towards y, of a heading in degrees clockwise from north. */
    toDirection(heading) {
        return Math.PI / 2 - radians(heading) + Math.atan2(this.#factor.imaginary, this.#factor.real);
    }

    /** East and north of the first point, m; exact enough within a kilometre. */
    #offset({ latitude, longitude }) {
        const around = ((longitude - this.#origin.longitude + 540) % 360) - 180;
        return { east: radians(around) * radius * Math.cos(radians(this.#origin.latitude)), north: radians(latitude - this.#origin.latitude) * radius };
    }
}

/** A position of Geolocation on the plan, with its covariance in m²; its accuracy is the radius that holds 95 %. */
export function satellitePosition(tie, { latitude, longitude, accuracy }) {
    const variance = ((accuracy * tie.scale) / sigmasOfAccuracy) ** 2;
    return { ...tie.toPlan({ latitude, longitude }), xx: variance, yy: variance, xy: 0 };
}

/** A position of the venue, with its covariance in m² from the half axes of its one-sigma ellipse. */
export function beaconPosition({ x, y, major, minor, angle }) {
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    return {
        x, y,
        xx: (major * cosine) ** 2 + (minor * sine) ** 2,
        yy: (major * sine) ** 2 + (minor * cosine) ** 2,
        xy: (major ** 2 - minor ** 2) * cosine * sine,
    };
}

/**
 * Two positions weighted by the inverses of their covariances; either may be null. `used` is `both`, `first`, `second`, or
 * `conflict` if they contradict each other, and then the position is that of the smaller covariance.
 */
export function fused(first, second) {
    if (!first || !second) return { ...(first ?? second), used: first ? "first" : "second", share: first ? 1 : 0 };
    const apart = { x: second.x - first.x, y: second.y - first.y };
    const sum = inverse({ xx: first.xx + second.xx, yy: first.yy + second.yy, xy: first.xy + second.xy });
    const sigmas = apart.x ** 2 * sum.xx + 2 * apart.x * apart.y * sum.xy + apart.y ** 2 * sum.yy;
    if (sigmas > mostSigmas) {
        const isFirst = first.xx + first.yy <= second.xx + second.yy;
        return { ...(isFirst ? first : second), used: "conflict", share: isFirst ? 1 : 0 };
    }
    const [one, other] = [inverse(first), inverse(second)];
    const both = inverse({ xx: one.xx + other.xx, yy: one.yy + other.yy, xy: one.xy + other.xy });
    const right = {
        x: one.xx * first.x + one.xy * first.y + other.xx * second.x + other.xy * second.y,
        y: one.xy * first.x + one.yy * first.y + other.xy * second.x + other.yy * second.y,
    };
    const share = (both.xx * one.xx + 2 * both.xy * one.xy + both.yy * one.yy) / 2;
    return { x: both.xx * right.x + both.xy * right.y, y: both.xy * right.x + both.yy * right.y, ...both, used: "both", share };
}

/** The half axes, m, and the direction, rad from x towards y, of the one-sigma ellipse of a covariance. */
export function ellipse({ xx, yy, xy }) {
    const [middle, swing] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
    return { major: Math.sqrt(Math.max(middle + swing, 0)), minor: Math.sqrt(Math.max(middle - swing, 0)), angle: Math.atan2(2 * xy, xx - yy) / 2 };
}

function inverse({ xx, yy, xy }) {
    const determinant = Math.max(xx * yy - xy * xy, 1e-12);
    return { xx: yy / determinant, yy: xx / determinant, xy: -xy / determinant };
}
