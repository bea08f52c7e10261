// Lays a picture with a strip along its top into a stage, the strip out of sight, and says where in the picture a pointer is.

import { stripShare } from "../../sightline/view/frame-code.js";

/** What lies at the strip takes on some of its black and white on the way, this part of the picture's height. */
const bleeding = "0.4%";
/** So many times as large as whole a picture can be shown. */
const mostScale = 8;

export class Framing {
    /** Called when the picture is laid out otherwise. */
    onview = null;
    #stage;
    #pictures;
    #box = { left: 0, top: 0, width: 1, height: 1 };
    #aspect = 16 / 9;
    #fills;
    #between;
    #observer;
    /** What a person chose: "whole", "fill", or `{ scale, center }`, times the whole and the part of the picture in the stage's middle; null for the usual. */
    #view = null;

    /**
     * The elements `pictures` all lie over each other. `fills(hidden)` says whether the picture usually fills the stage, although `hidden` of it,
     * 0 to 1, is then cut off. A picture that does not fill it stands in the middle of what two elements, above and below, leave free.
     */
    constructor(stage, pictures, { fills = () => false, between = [] }) {
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
    placeOf(event) {
        const [x, y] = this.#inStage(event);
        const { box } = this;
        return [(x - box.left) / box.width, (y - box.top) / box.height];
    }

    /** The picture's position in the stage, CSS pixels, without its strip; parts of it may lie outside. */
    get box() {
        return this.#box;
    }

    /** Whether all of the picture is seen. */
    get isWhole() {
        return this.#box.width <= 1.01 * this.#whole.width;
    }

    /** Whether filling the stage differs from showing all. */
    get canFill() {
        return this.#hidden > 0.05;
    }

    /** Shows all of the picture ("whole") or fills the stage with it ("fill"). */
    show(view) {
        this.#view = view;
        this.#layOut();
    }

    /**
     * Moves and scales the picture: what was under the pointer `from`, when the picture's box was `grip`, is under `to`, `factor` times as large.
     * Pointers are `{ clientX, clientY }`. The picture never leaves the stage, nor is it smaller than whole.
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

    /** The part of the picture that is cut off if it fills the stage. */
    get #hidden() {
        const { clientWidth, clientHeight } = this.#stage;
        const share = clientWidth / Math.max(1, clientHeight) / this.#aspect;
        return 1 - Math.min(share, 1 / share);
    }

    /** The size at which all of the picture is seen. */
    get #whole() {
        const { clientWidth, clientHeight } = this.#stage;
        const width = Math.min(clientWidth, clientHeight * this.#aspect);
        return { width, height: width / this.#aspect };
    }

    #layOut() {
        const view = this.#view ?? (this.#fills(this.#hidden) ? "fill" : "whole");
        this.#box = this.#boxOf(view);
        // Where the stage's edge holds the picture back, it is there that the next movement begins.
        if (view.center) view.center = this.#centerOf(this.#box);
        const { left, top, width, height } = this.#box;
        const whole = height / (1 - stripShare);
        for (const picture of this.#pictures) {
            const isBare = picture.dataset.bare !== undefined;
            Object.assign(picture.style, {
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

    /** What the elements above and below leave free of the stage's height: from, to. */
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

/** A beginning at which something of a length covers a span, or lies in its middle if it is shorter. */
function held(start, length, [from, to]) {
    if (length <= to - from) return (from + to - length) / 2;
    return Math.min(from, Math.max(to - length, start));
}
