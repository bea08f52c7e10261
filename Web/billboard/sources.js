// Images, videos and live values of a billboard: fetched here, their images passed to the engine.

import { translated } from "../studio/language/language.js";

const videoImagesPerSecond = 15;
const largestSide = 1280;

/** The sources of the page, each with a number for the engine. */
export class Sources {
    #billboard;
    #byAddress = new Map();
    #next = 1;
    #aspect;

    /** `aspect()` is the chosen billboard's width by its height. */
    constructor(billboard, aspect) {
        this.#billboard = billboard;
        this.#aspect = aspect;
    }

    /** The number of an item's source; fetched on first use. */
    numberOf(item) {
        const { kind, channel, event, field, title, text, ground } = item;
        const address = item.address ?? JSON.stringify([channel, event, field, title, text, ground]);
        if (!this.#byAddress.has(address)) {
            this.#byAddress.set(address, { number: this.#next++, kind, item, video: kind === "video" ? videoOf(address) : null, live: null, timer: null });
        }
        return this.#byAddress.get(address).number;
    }

    /** Updates the images of the sources with these numbers and pauses the others. */
    async play(numbers) {
        for (const [address, source] of this.#byAddress) {
            const isWanted = numbers.includes(source.number);
            if (source.kind === "picture" && isWanted) await this.#showImage(address, source);
            if (source.kind === "video") this.#playVideo(source, isWanted);
            if (source.kind === "live") await this.#playLive(source, isWanted);
        }
    }

    /** A tap on a video: its sound on or off. */
    toggleSound(number) {
        const source = [...this.#byAddress.values()].find((each) => each.number === number);
        if (!source?.video) return null;
        source.video.muted = !source.video.muted;
        return !source.video.muted;
    }

    async #showImage(address, { number }) {
        const response = await fetch(address);
        if (!response.ok) throw new Error(translated("A picture could not be fetched ({status}).", { status: response.status }));
        this.#billboard.show(number, await bitmapOf(await response.blob()));
    }

    /** What draws a channel's value is loaded for the first. */
    async #playLive(source, isWanted) {
        if (isWanted && !source.live) {
            const { LivePicture } = await import("./live-picture.js");
            source.live ??= new LivePicture(source.item, (bitmap) => this.#billboard.show(source.number, bitmap), this.#aspect);
        }
        source.live?.play(isWanted);
    }

    #playVideo(source, isWanted) {
        clearInterval(source.timer);
        if (!isWanted) return source.video.pause();
        source.video.play().catch(() => {});
        source.timer = setInterval(async () => {
            if (source.video.readyState < 2 || document.hidden) return;
            this.#billboard.show(source.number, await createImageBitmap(source.video));
        }, 1000 / videoImagesPerSecond);
    }
}

/** An image, scaled down during decoding if it is large. */
export async function bitmapOf(blob, side = largestSide) {
    const whole = await createImageBitmap(blob);
    const scale = side / Math.max(whole.width, whole.height);
    if (scale >= 1) return whole;
    const small = await createImageBitmap(whole, {
        resizeWidth: Math.max(1, Math.round(whole.width * scale)), resizeHeight: Math.max(1, Math.round(whole.height * scale)), resizeQuality: "high",
    });
    whole.close();
    return small;
}

function videoOf(address) {
    const video = document.createElement("video");
    Object.assign(video, { src: address, muted: true, loop: true, playsInline: true, preload: "auto" });
    return video;
}
