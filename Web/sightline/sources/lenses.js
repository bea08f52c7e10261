// Which of a device's cameras to use, and a first guess of its lens: what was learnt here before, what its maker states, or what phones have.

/** Focal length as a share of an image's longer side where nothing else is known. */
const usualShare = 0.82;

/** The longer side, in millimetres, of the 4:3 image that a "35 mm equivalent" focal length refers to: its diagonal is 43.27 mm. */
const equivalentSide = 34.61;

/**
 * Main cameras' focal lengths in 35 mm equivalents, as their makers state them. A browser names Android models; iPhones are told by their
 * screen (CSS pixels, shorter × longer).
 * @type {[RegExp, number][]}
 */
const equivalents = [
    [/^Pixel (6|7|8|9)\b/, 25], [/^Pixel [3-5]/, 28], [/^SM-S9\d\d/, 24], [/^SM-G99\d/, 26], [/^SM-G9[78]\d/, 26], [/^SM-A[3-5]\d\d/, 26],
    [/^iPhone (393x852|430x932|402x874|440x956)$/, 25], [/^iPhone (375x812|414x896|390x844|428x926|375x667|414x736)$/, 27],
];

const backNames = /back|rear|environment|rück|arrière|trasera|traseira|posteriore|задн|背面|后置|後置|후면/i;
const otherLenses = /ultra|tele|macro|depth|infrared|desk|dual|triple|weitwinkel|grand.?angle|gran.?angular|超広角|超广角|望遠|长焦|0[.,]5/i;

/** How little a camera suits tracking: the main back camera on its own is best; lenses that switch or bend strongly are worse. */
function unfitness({ label, getCapabilities }, device) {
    const facing = getCapabilities?.call(device).facingMode ?? [];
    if (!facing.includes("environment") && !backNames.test(label)) return 1000;
    const number = Number(/\b(\d+)\b/.exec(label)?.[1] ?? 0);
    return (otherLenses.test(label) ? 100 : 0) + number;
}

/** Of `devices` the camera that suits better than the one in use; null if none does or they do not say what they are. */
export function betterCamera(devices, usedId) {
    const cameras = devices.filter(({ kind, label }) => kind === "videoinput" && label);
    const used = cameras.find(({ deviceId }) => deviceId === usedId);
    if (!used) return null;
    const best = cameras.reduce((a, b) => (unfitness(b, b) < unfitness(a, a) ? b : a), used);
    return unfitness(best, best) < Math.min(1000, unfitness(used, used)) ? best : null;
}

/** The device's model as far as the browser says it. */
export async function deviceModel({ userAgent, userAgentData } = navigator, { width, height } = screen) {
    if (/iPhone/.test(userAgent)) return `iPhone ${Math.min(width, height)}x${Math.max(width, height)}`;
    const hints = await userAgentData?.getHighEntropyValues?.(["model"]).catch(() => null);
    return hints?.model || /;\s*([^;)]+?)(?:\s+Build\/[^;)]*)?\)/.exec(userAgent)?.[1] || "";
}

/** The focal length as a share of the longer side, by a device's model and by what was learnt of the lens. */
export function focalShare(model, learnt = null) {
    if (learnt) return learnt;
    const millimetres = equivalents.find(([pattern]) => pattern.test(model))?.[1];
    return millimetres ? millimetres / equivalentSide : usualShare;
}

/** Remembers what tracking found out about lenses, on this device alone. */
export class LensMemory {
    #storage;
    #key;

    /** `name` says which camera and image: `label 640x480`. */
    constructor(name, storage = globalThis.localStorage) {
        this.#storage = storage;
        this.#key = `sightline.lens.${name}`;
    }

    /** The focal share that was learnt; null before. */
    get share() {
        const share = Number(this.#read());
        return share > 0.3 && share < 3 ? share : null;
    }

    set share(value) {
        try {
            this.#storage.setItem(this.#key, value.toFixed(4));
        } catch {
            // Storage is switched off or full: the lens is learnt anew the next time.
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
