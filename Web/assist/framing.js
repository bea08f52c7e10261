// Fits a picture with a strip along its top into a stage, the strip out of sight, and tells where in the picture a pointer is.

import { stripShare } from "../sightline/frame-code.js";

/** Filling the stage may hide this part of the picture at most; else the whole of it is shown. */
const mostHidden = 0.3;

export class Framing {
    #stage;
    #pictures;
    #box = { left: 0, top: 0, width: 1, height: 1 };
    #aspect = 16 / 9;
    #fills;
    #observer;

    /** The elements `pictures` all lie over each other; `fills` says whether they may be cut to fill the stage. */
    constructor(stage, pictures, { fills }) {
        this.#stage = stage;
        this.#pictures = pictures;
        this.#fills = fills;
        this.#observer = new ResizeObserver(() => this.#layOut());
        this.#observer.observe(stage);
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
        this.#box = { left: (clientWidth - width) / 2, top: (clientHeight - height) / 2, width, height };
        const whole = height / (1 - stripShare);
        for (const picture of this.#pictures) {
            const isBare = picture.dataset.bare !== undefined;
            Object.assign(picture.style, {
                left: `${this.#box.left}px`,
                top: `${this.#box.top - (isBare ? 0 : whole - height)}px`,
                width: `${width}px`,
                height: `${isBare ? height : whole}px`,
                clipPath: isBare ? "" : `inset(calc(${(100 * stripShare).toFixed(3)}% + 1px) 0 0 0)`,
            });
        }
    }
}
