// Images and videos of a billboard: fetched here, their images passed to the engine.

import { translated } from "../studio/language/language.js";

const videoImagesPerSecond = 15;
const largestSide = 1280;

/** The sources of the page, each with a number for the engine. */
export class Sources {
    #billboard;
    #byAddress = new Map();
    #next = 1;

    constructor(billboard) {
        this.#billboard = billboard;
    }

    /** The number of an address's source; fetched on first use. */
    numberOf({ kind, address }) {
        if (!this.#byAddress.has(address)) {
            this.#byAddress.set(address, { number: this.#next++, kind, video: kind === "video" ? videoOf(address) : null, timer: null });
        }
        return this.#byAddress.get(address).number;
    }

    /** Updates the images of the sources with these numbers and pauses the others. */
    async play(numbers) {
        for (const [address, source] of this.#byAddress) {
            const isWanted = numbers.includes(source.number);
            if (source.kind === "picture" && isWanted) await this.#showImage(address, source);
            if (source.kind === "video") this.#playVideo(source, isWanted);
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
