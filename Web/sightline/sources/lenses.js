// The choice of a device's camera, and an initial guess of its lens: learnt here before, stated by its manufacturer, or
// typical for phones.

/** The default focal length as a share of an image's longer side. */
const usualShare = 0.82;

/** The longer side, in millimetres, of the 4:3 image that a "35 mm equivalent" focal length refers to: its diagonal is 43.27 mm. */
const equivalentSide = 34.61;

/**
 * Main cameras' focal lengths in 35 mm equivalents, as stated by their manufacturers. A browser reports the model of
 * an Android device; iPhones are identified by their screen (CSS pixels, shorter × longer).
 * @type {[RegExp, number][]}
 */
const equivalents = [
    [/^Pixel (6|7|8|9)\b/, 25], [/^Pixel [3-5]/, 28], [/^SM-S9\d\d/, 24], [/^SM-G99\d/, 26], [/^SM-G9[78]\d/, 26], [/^SM-A[3-5]\d\d/, 26],
    [/^iPhone (393x852|430x932|402x874|440x956)$/, 25], [/^iPhone (375x812|414x896|390x844|428x926|375x667|414x736)$/, 27],
];

const backNames = /back|rear|environment|rück|arrière|trasera|traseira|posteriore|задн|背面|后置|後置|후면/i;
const otherLenses = /ultra|tele|macro|depth|infrared|desk|dual|triple|weitwinkel|grand.?angle|gran.?angular|超広角|超广角|望遠|长焦|0[.,]5/i;

/**
 * How unsuitable a camera is for tracking: the main back camera alone is best; lenses that switch or have strong
 * distortion are worse.
 */
function unfitness({ label, getCapabilities }, device) {
    const facing = getCapabilities?.call(device).facingMode ?? [];
    if (!facing.includes("environment") && !backNames.test(label)) return 1000;
    const number = Number(/\b(\d+)\b/.exec(label)?.[1] ?? 0);
    return (otherLenses.test(label) ? 100 : 0) + number;
}

/**
 * The camera among `devices` that is more suitable than the present one; null if there is none or they are not
 * identified.
 */
export function betterCamera(devices, usedId) {
    const cameras = devices.filter(({ kind, label }) => kind === "videoinput" && label);
    const used = cameras.find(({ deviceId }) => deviceId === usedId);
    if (!used) return null;
    const best = cameras.reduce((a, b) => (unfitness(b, b) < unfitness(a, a) ? b : a), used);
    return unfitness(best, best) < Math.min(1000, unfitness(used, used)) ? best : null;
}

/** The device's model, if the browser reports it. */
export async function deviceModel({ userAgent, userAgentData } = navigator, { width, height } = screen) {
    if (/iPhone/.test(userAgent)) return `iPhone ${Math.min(width, height)}x${Math.max(width, height)}`;
    const hints = await userAgentData?.getHighEntropyValues?.(["model"]).catch(() => null);
    return hints?.model || /;\s*([^;)]+?)(?:\s+Build\/[^;)]*)?\)/.exec(userAgent)?.[1] || "";
}

/** The focal length as a share of the longer side, from a device's model and the learnt lens. */
export function focalShare(model, learnt = null) {
    if (learnt) return learnt;
    const millimetres = equivalents.find(([pattern]) => pattern.test(model))?.[1];
    return millimetres ? millimetres / equivalentSide : usualShare;
}

/** Stores what tracking estimated about lenses, on this device alone. */
export class LensMemory {
    #storage;
    #key;

    /** `name` identifies camera and image: `label 640x480`. */
    constructor(name, storage = globalThis.localStorage) {
        this.#storage = storage;
        this.#key = `sightline.lens.${name}`;
    }

    /** The learnt focal share; null before. */
    get share() {
        const share = Number(this.#read());
        return share > 0.3 && share < 3 ? share : null;
    }

    set share(value) {
        try {
            this.#storage.setItem(this.#key, value.toFixed(4));
        } catch {
            // Storage is switched off or full: the lens is learnt again the next time.
        }
    }

    #read() {
        try {
            return this.#storage.getItem(this.#key);
        } catch {
            return null;
        }
    }
}
