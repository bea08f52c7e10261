// Fits a picture with a strip along its top into a stage, the strip out of sight, and tells where in the picture a pointer is.

import { stripShare } from "../sightline/frame-code.js";

/** Filling the stage may hide this part of the picture at most; else the whole of it is shown. */
const mostHidden = 0.3;
/** What lies at the strip takes on some of its black and white on the way, this part of the picture's height. */
const bleeding = "0.4%";

export class Framing {
    #stage;
    #pictures;
    #box = { left: 0, top: 0, width: 1, height: 1 };
    #aspect = 16 / 9;
    #fills;
    #between;
    #observer;

    /**
     * The elements `pictures` all lie over each other; `fills` says whether they may be cut to fill the stage. A picture that does not fill it
     * stands in the middle of what two elements, above and below, leave free.
     */
    constructor(stage, pictures, { fills, between = [] }) {
        this.#stage = stage;
        this.#pictures = pictures;
        this.#fills = fills;
        this.#between = between;
        this.#observer = new ResizeObserver(() => this.#layOut());
        for (const each of [stage, ...between]) this.#observer.observe(each);
    }

    close() {
        this.#observer.disconnect();
    }

    /** The size of the whole picture, its strip included, as it comes. */
    setSize(width, height) {
        const aspect = width / (height * (1 - stripShare));
        if (!(aspect > 0) || Math.abs(aspect - this.#aspect) < 1e-3) return;
        this.#aspect = aspect;
        this.#layOut();
    }

    /** Where a pointer's event is in the picture, (0, 0) top left, (1, 1) bottom right. */
    placeOf({ clientX, clientY }) {
        const { left, top } = this.#stage.getBoundingClientRect();
        const { box } = this;
        return [(clientX - left - box.left) / box.width, (clientY - top - box.top) / box.height];
    }

    /** The picture's place in the stage, CSS pixels, without its strip. */
    get box() {
        return this.#box;
    }

    #layOut() {
        const { clientWidth, clientHeight } = this.#stage;
        const stageAspect = clientWidth / Math.max(1, clientHeight);
        const hidden = 1 - Math.min(stageAspect / this.#aspect, this.#aspect / stageAspect);
        const isFilled = this.#fills && hidden <= mostHidden;
        const isWide = this.#aspect > stageAspect;
        const width = isWide === isFilled ? clientHeight * this.#aspect : clientWidth;
        const height = width / this.#aspect;
        const top = isFilled ? (clientHeight - height) / 2 : this.#topOfWhole(height, clientHeight);
        this.#box = { left: (clientWidth - width) / 2, top, width, height };
        const whole = height / (1 - stripShare);
        for (const picture of this.#pictures) {
            const isBare = picture.dataset.bare !== undefined;
            Object.assign(picture.style, {
                left: `${this.#box.left}px`,
                top: `${this.#box.top - (isBare ? 0 : whole - height)}px`,
                width: `${width}px`,
                height: `${isBare ? height : whole}px`,
                clipPath: isBare ? "" : `inset(calc(${(100 * stripShare).toFixed(3)}% + max(1px, ${bleeding})) 0 0 0)`,
            });
        }
    }

    #topOfWhole(height, clientHeight) {
        const { top } = this.#stage.getBoundingClientRect();
        const [above, below] = this.#between.map((element) => element.getBoundingClientRect());
        const isFree = above?.height > 0 && below?.height > 0;
        const middle = isFree ? (above.bottom + below.top) / 2 - top : clientHeight / 2;
        return Math.min(Math.max(0, middle - height / 2), Math.max(0, clientHeight - height));
    }
}
