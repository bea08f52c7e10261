// Places an image with a strip along its top in a stage, the strip invisible, and maps a pointer to the image.

import { stripShare } from "../../sightline/view/frame-code.js";

/** Scaling mixes the strip's black and white into the rows next to it, this part of the image's height. */
const bleeding = "0.4%";
/** The maximum scale relative to the whole image. */
const mostScale = 8;

export class Framing {
    /** Called when the image's layout changes. */
    onview = null;
    #stage;
    #images;
    #box = { left: 0, top: 0, width: 1, height: 1 };
    #aspect = 16 / 9;
    #fills;
    #between;
    #observer;
    /**
     * The person's choice: "whole", "fill", or `{ scale, center }`: the scale relative to the whole, and the part of
     * the image in the stage's middle; null for the default.
     */
    #view = null;

    /**
     * The elements `images` lie over each other. `fills(hidden)` returns whether the image fills the stage by
     * default, although `hidden` of it, 0 to 1, is then cropped. An image that does not fill it is centred between two
     * elements, above and below.
     */
    constructor(stage, images, { fills = () => false, between = [] }) {
        this.#stage = stage;
        this.#images = images;
        this.#fills = fills;
        this.#between = between;
        this.#observer = new ResizeObserver(() => this.#layOut());
        for (const each of [stage, ...between]) this.#observer.observe(each);
    }

    close() {
        this.#observer.disconnect();
    }

    /** Sets the size of the whole image, its strip included. */
    setSize(width, height) {
        const aspect = width / (height * (1 - stripShare));
        if (!(aspect > 0) || Math.abs(aspect - this.#aspect) < 1e-3) return;
        this.#aspect = aspect;
        this.#layOut();
    }

    /** The position of a pointer's event in the image, (0, 0) top left, (1, 1) bottom right. */
    placeOf(event) {
        const [x, y] = this.#inStage(event);
        const { box } = this;
        return [(x - box.left) / box.width, (y - box.top) / box.height];
    }

    /** The image's position in the stage, CSS pixels, without its strip; parts of it may be outside. */
    get box() {
        return this.#box;
    }

    /** Whether the whole image is visible. */
    get isWhole() {
        return this.#box.width <= 1.01 * this.#whole.width;
    }

    /** Whether filling the stage differs from showing the whole image. */
    get canFill() {
        return this.#hidden > 0.05;
    }

    /** Shows the whole image ("whole") or fills the stage with it ("fill"). */
    show(view) {
        this.#view = view;
        this.#layOut();
    }

    /**
     * Moves and scales the image: the point under the pointer `from`, when the image's box was `grip`, moves to `to`,
     * with the scale `factor`. Pointers are `{ clientX, clientY }`. The image never leaves the stage, and is never
     * smaller than whole.
     */
    drag(grip, from, to, factor) {
        const [whole, { clientWidth, clientHeight }] = [this.#whole, this.#stage];
        const width = Math.min(mostScale * whole.width, Math.max(whole.width, factor * grip.width));
        const scale = width / grip.width;
        const [[x0, y0], [x, y]] = [this.#inStage(from), this.#inStage(to)];
        const [left, top] = [x - scale * (x0 - grip.left), y - scale * (y0 - grip.top)];
        const center = [(clientWidth / 2 - left) / width, (clientHeight / 2 - top) / (scale * grip.height)];
        this.show(width <= 1.001 * whole.width ? "whole" : { scale: width / whole.width, center });
    }

    #inStage({ clientX, clientY }) {
        const { left, top } = this.#stage.getBoundingClientRect();
        return [clientX - left, clientY - top];
    }

    /** The part of the image that is cropped if it fills the stage. */
    get #hidden() {
        const { clientWidth, clientHeight } = this.#stage;
        const share = clientWidth / Math.max(1, clientHeight) / this.#aspect;
        return 1 - Math.min(share, 1 / share);
    }

    /** The size of the whole image in the stage. */
    get #whole() {
        const { clientWidth, clientHeight } = this.#stage;
        const width = Math.min(clientWidth, clientHeight * this.#aspect);
        return { width, height: width / this.#aspect };
    }

    #layOut() {
        const view = this.#view ?? (this.#fills(this.#hidden) ? "fill" : "whole");
        this.#box = this.#boxOf(view);
        // If the stage's edge stops the image, the next movement starts there.
        if (view.center) view.center = this.#centerOf(this.#box);
        const { left, top, width, height } = this.#box;
        const whole = height / (1 - stripShare);
        for (const image of this.#images) {
            const isBare = image.dataset.bare !== undefined;
            Object.assign(image.style, {
                left: `${left}px`,
                top: `${top - (isBare ? 0 : whole - height)}px`,
                width: `${width}px`,
                height: `${isBare ? height : whole}px`,
                clipPath: isBare ? "" : `inset(calc(${(100 * stripShare).toFixed(3)}% + max(1px, ${bleeding})) 0 0 0)`,
            });
        }
        this.onview?.();
    }

    #boxOf(view) {
        const { clientWidth, clientHeight } = this.#stage;
        const whole = this.#whole;
        const scale = { whole: 1, fill: 1 / Math.max(1e-3, 1 - this.#hidden) }[view] ?? view.scale;
        const [width, height] = [scale * whole.width, scale * whole.height];
        const [x, y] = view.center ?? [0.5, 0.5];
        const left = held(clientWidth / 2 - x * width, width, [0, clientWidth]);
        const top = scale === 1 ? this.#topOfWhole(height) : held(clientHeight / 2 - y * height, height, this.#free);
        return { left, top, width, height };
    }

    #centerOf({ left, top, width, height }) {
        const { clientWidth, clientHeight } = this.#stage;
        return [(clientWidth / 2 - left) / width, (clientHeight / 2 - top) / height];
    }

    /** The part of the stage's height between the elements above and below: from, to. */
    get #free() {
        const { top, height } = this.#stage.getBoundingClientRect();
        const [above, below] = this.#between.map((element) => element.getBoundingClientRect());
        return above?.height > 0 && below?.height > 0 ? [above.bottom - top, below.top - top] : [0, height];
    }

    #topOfWhole(height) {
        const [from, to] = this.#free;
        return Math.min(Math.max(0, (from + to - height) / 2), Math.max(0, this.#stage.clientHeight - height));
    }
}

/** A start at which a length covers a span, or is centred in it if it is shorter. */
function held(start, length, [from, to]) {
    if (length <= to - from) return (from + to - length) / 2;
    return Math.min(from, Math.max(to - length, start));
}
