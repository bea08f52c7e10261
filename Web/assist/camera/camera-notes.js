// What the two sides write to each other about the site's camera: what it can do, and what an expert wishes.

/** The longest name of a camera, and the largest number of cameras, that an expert is shown. */
const most = { letters: 60, cameras: 8 };

const isNumber = Number.isFinite;

/**
 * What an expert reads of the site's camera, `{ torch, zoom: { min, max, step } | null, focus, cameras, now, isAllowed }`;
 * null if a note is unsound. `cameras` are names, `now` is `{ torch, zoom, camera, size: { width, height, rate } | null }`.
 */
export function readCamera(note) {
    const { abilities, now, isAllowed } = note ?? {};
    if (abilities === null || typeof abilities !== "object" || now === null || typeof now !== "object") return null;
    const { zoom, cameras } = abilities;
    const isZoom = zoom && [zoom.min, zoom.max, zoom.step].every(isNumber) && zoom.min < zoom.max && zoom.step >= 0;
    const { width, height, rate } = now.size ?? {};
    const isSize = [width, height, rate].every((each) => Number.isInteger(each) && each > 0 && each < 1e5);
    const names = Array.isArray(cameras) ? cameras.filter((name) => typeof name === "string").slice(0, most.cameras).map((name) => name.slice(0, most.letters)) : [];
    return {
        torch: abilities.torch === true, zoom: isZoom ? { min: zoom.min, max: zoom.max, step: zoom.step } : null, focus: abilities.focus === true, cameras: names,
        now: { torch: now.torch === true, zoom: isNumber(now.zoom) ? now.zoom : null, camera: Number.isInteger(now.camera) ? now.camera : -1, size: isSize ? { width, height, rate } : null },
        isAllowed: isAllowed === true,
    };
}

/**
 * A wish that the camera can fulfil: `{ torch }`, `{ zoom }` within its range, `{ focus: true }`, `{ camera }` by its index, `{
 * still: true }`, or `{ ask: true }` for the site's leave; null for all else.
 */
export function readWish(wish, { torch, zoom, focus, cameras }) {
    if (wish === null || typeof wish !== "object") return null;
    if (wish.ask === true || wish.still === true) return wish.ask === true ? { ask: true } : { still: true };
    if (typeof wish.torch === "boolean" && torch) return { torch: wish.torch };
    if (isNumber(wish.zoom) && zoom) return { zoom: Math.min(zoom.max, Math.max(zoom.min, wish.zoom)) };
    if (wish.focus === true && focus) return { focus: true };
    if (Number.isInteger(wish.camera) && wish.camera >= 0 && wish.camera < cameras.length) return { camera: wish.camera };
    return null;
}
