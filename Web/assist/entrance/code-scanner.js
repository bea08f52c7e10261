// Scans a room's QR code with the camera: with the browser's BarcodeDetector, if there is one, else with the engine's
// reader.

import { translated } from "../../studio/language/language.js";

/**
 * Adds scanning of a room's code with the camera; `take({ room, role, invite })` receives its content, `complain(text)`
 * why scanning is not possible.
 */
export function offerScanner(byId, take, complain) {
    if (!navigator.mediaDevices?.getUserMedia) return;
    byId("scan").hidden = false;
    byId("scan").onclick = async () => {
        complain("");
        const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
        if (!stream) return complain(translated("No camera may be used here: type the room's name."));
        const video = byId("scanner");
        Object.assign(video, { srcObject: stream, hidden: false });
        await video.play();
        let timer;
        const end = () => {
            clearInterval(timer);
            stream.getTracks().forEach((track) => track.stop());
            video.hidden = true;
        };
        const texts = await textReader().catch(() => null);
        if (!texts) {
            end();
            return complain(translated("The reader of codes could not be loaded: type the room's name."));
        }
        let isReading = false;
        timer = setInterval(async () => {
            if (isReading || !video.videoWidth) return;
            isReading = true;
            const [text] = await texts(video).catch(() => []);
            isReading = false;
            const found = text && wayOf(text);
            if (!found?.room || video.hidden) return;
            end();
            take(found);
        }, 250);
        video.onclick = end;
    };
}

/** Returns a function that reads the texts of the codes in a video. */
async function textReader() {
    if ("BarcodeDetector" in globalThis) {
        const detector = new BarcodeDetector({ formats: ["qr_code"] });
        return async (video) => (await detector.detect(video)).map((code) => code.rawValue);
    }
    const { detectCodes } = await import("../../sightline/codes.js");
    return async (video) => (await detectCodes(video, { kinds: ["qr"] })).map((code) => code.text).filter(Boolean);
}

/** Parses a code's text to a room's invitation: a page's address, or the room's name. */
function wayOf(text) {
    try {
        const { searchParams, hash } = new URL(text);
        const role = searchParams.get("role") === "site" ? "site" : "expert";
        return { room: searchParams.get("room"), role, invite: new URLSearchParams(hash.slice(1)).get("invite") };
    } catch {
        return text.length <= 40 ? { room: text, role: "expert", invite: null } : null;
    }
}
