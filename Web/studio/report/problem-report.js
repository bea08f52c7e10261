// A report that something is off: what happened, what the device says of itself, and the last seconds of a live camera, in the
// form of a saved capture. Nothing leaves the device before a person saves or sends it.

import { zipped } from "../../sightline/sightline.js";
import { VideoImages } from "../../sightline/sources/video-images.js";
import { abilities } from "../device/abilities.js";
import { translated } from "../language/language.js";
import { deviceFacts } from "./device-facts.js";

/** Milliseconds after which an engine that does not answer is left out. */
const patience = 15_000;
const shownImages = 5;

/** The name of a recording's address; null for a person's own files, whose names are nobody's business. */
function recordingName(source) {
    const address = source?.recording;
    if (typeof address !== "string") return null;
    return decodeURIComponent(new URL(address, document.baseURI).pathname.split("/").filter(Boolean).at(-1) ?? "");
}

/** A text in which each address is its path: neither the studio nor a room in a query is named. */
const withoutAddresses = (text) => text.replace(/\b\w+:\/\/[^\s/]*([^\s?#]*)[^\s]*/g, "$1");

async function kept(session) {
    const late = new Promise((done, fail) => setTimeout(() => fail(new Error(translated("The engine does not answer."))), patience));
    return session ? Promise.race([session.recentCapture(), late]) : null;
}

export class ProblemReport {
    /** Why there are no images; null if there are, or if nothing prevented them. */
    imageFault = null;
    /** `{ files, imageCount, droppedCount, seconds, isFromStart }` of a live camera; null without images. */
    capture = null;
    /** The name of the recording that was played; null if there is none. */
    recording = null;
    /** The names of the features that the browser lacks, for a person. */
    missingNames = [];
    /** What `problem-report.json` holds, without the person's words. */
    said = null;

    /**
     * Collects a report of a session, or of a page without one (null). `source` is what runs, as for `session.run`;
     * `shown` are the last texts of the page as events of the session's log.
     */
    static async collect({ session, source, shown }) {
        const report = new ProblemReport();
        const track = session?.cameraTrack ?? null;
        const isLive = source !== null && !source.recording;
        const [capture, facts, features] = await Promise.all([
            isLive ? kept(session).catch((error) => { report.imageFault = error.message; return null; }) : null,
            deviceFacts(track), abilities(),
        ]);
        report.capture = capture;
        report.recording = recordingName(source);
        const missing = features.filter(({ isThere }) => !isThere);
        report.missingNames = missing.map(({ name }) => name);
        report.said = {
            version: 1,
            madeAt: new Date().toISOString(),
            page: location.pathname.replace(/^\/@[^/]*/, ""),
            text: "",
            source: source === null ? "none" : source.recording ? "recording" : source.xr ? "xr" : "camera",
            recording: report.recording,
            isFromStart: capture?.isFromStart ?? null,
            device: facts,
            missing: missing.map(({ key }) => key),
            figures: session?.log.figures ?? null,
            log: [...(session?.log.events ?? []), ...shown].sort((a, b) => a.seconds - b.seconds)
                .map((event) => ({ ...event, text: withoutAddresses(event.text) })),
        };
        return report;
    }

    /** The bytes of the images and samples. */
    get captureBytes() {
        return this.capture ? [...this.capture.files.values()].reduce((sum, { size }) => sum + size, 0) : 0;
    }

    /** Some of the images, the first and the last among them; fewer if the browser cannot decode them. */
    async images() {
        if (!this.capture) return [];
        const { files } = this.capture;
        const singles = [...files.keys()].filter((path) => path.startsWith("frames/"));
        if (singles.length > 0) return Promise.all(evenly(singles).map((path) => createImageBitmap(files.get(path))));
        const name = [...files.keys()].find((path) => /^data\.(webm|mkv)$/.test(path));
        const video = await VideoImages.open(files.get(name), name, (images) => evenly(images.filter(({ isKey }) => isKey)));
        const bitmaps = [];
        for (let count = video.count; count > 0; count--) bitmaps.push(await video.next());
        video.close();
        return bitmaps.filter(Boolean);
    }

    /** The report as an archive, with a person's words: `{ name, blob }`; without the images and samples if `hasImages` is false. */
    async file({ text, hasImages }) {
        const name = `problem-${this.said.madeAt.slice(0, 19).replace(/[T:]/g, "-")}`;
        const said = { ...this.said, text, isFromStart: hasImages ? this.said.isFromStart : null };
        const described = new Blob([JSON.stringify(said, null, 4)], { type: "application/json" });
        const files = [["problem-report.json", described], ...(hasImages && this.capture ? this.capture.files : [])];
        return { name: `${name}.zip`, blob: await zipped(new Map(files.map(([path, blob]) => [`${name}/${path}`, blob]))) };
    }
}

/** Some elements of a list, the first and the last among them. */
function evenly(list) {
    if (list.length <= shownImages) return list;
    return Array.from({ length: shownImages }, (_, index) => list[Math.round((index * (list.length - 1)) / (shownImages - 1))]);
}
