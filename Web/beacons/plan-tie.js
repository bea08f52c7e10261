// How a world with +Y up lies on a plan: a rotation about the vertical and a shift, from places that are known in both.

/** A known place is off by so many metres in each direction, one sigma: a fingertip on a plan, an aimed ring. */
const placeSigma = 0.3;
/** A tracked distance is off by this share of it, one sigma. */
const distanceShare = 0.02;
/** From how many sigmas on two distances contradict each other: one right pair of 370 exceeds them. */
const mostSigmas = 3;
/** The least distance of the two places that are farthest apart, m: below it the direction is too unsure. */
export const leastDistance = 3;

/**
 * Ties by pairs `{ world: [x, y, z], plan: { x, y } }`, metres; null for less than two. Method: least squares without scale
 * (Procrustes), as PlanTie.swift. `distance` is that of the places that are farthest apart; `conflict` is
 * `{ plan, world, sigma }` where two places are too far apart on one of both, else null.
 */
export function planTie(pairs) {
    if (pairs.length < 2) return null;
    // Seen from above, a plan's y is the world's −z.
    const seen = pairs.map(({ world }) => ({ x: world[0], y: -world[2] }));
    const known = pairs.map(({ plan }) => plan);
    const [centre, centreOnPlan] = [mean(seen), mean(known)];
    let [sine, cosine] = [0, 0];
    seen.forEach((point, index) => {
        const [a, b] = [minus(point, centre), minus(known[index], centreOnPlan)];
        sine += a.x * b.y - a.y * b.x;
        cosine += a.x * b.x + a.y * b.y;
    });
    const length = Math.hypot(sine, cosine) || 1;
    [sine, cosine] = [sine / length, cosine / length];
    return {
        ...comparison(seen, known),
        /** A place of the world on the plan. */
        onPlan([x, , z]) {
            const { x: u, y: v } = minus({ x, y: -z }, centre);
            return { x: centreOnPlan.x + cosine * u - sine * v, y: centreOnPlan.y + sine * u + cosine * v };
        },
        /** A place of the plan in the world: x and z. */
        inWorld(place) {
            const { x: u, y: v } = minus(place, centreOnPlan);
            return { x: centre.x + cosine * u + sine * v, z: -(centre.y - sine * u + cosine * v) };
        },
    };
}

/** The largest distance, and the worst contradiction. */
function comparison(seen, known) {
    let [distance, worst, conflict] = [0, mostSigmas, null];
    for (let first = 0; first < seen.length; first++) {
        for (let second = first + 1; second < seen.length; second++) {
            const [world, plan] = [seen, known].map((points) => Math.hypot(points[second].x - points[first].x, points[second].y - points[first].y));
            const sigma = Math.hypot(Math.SQRT2 * placeSigma, distanceShare * world);
            distance = Math.max(distance, Math.min(world, plan));
            if (Math.abs(world - plan) <= worst * sigma) continue;
            worst = Math.abs(world - plan) / sigma;
            conflict = { plan, world, sigma };
        }
    }
    return { distance, conflict };
}

const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
const mean = (points) => ({ x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length });
