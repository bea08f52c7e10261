// A room's code, scanned with the camera where the browser can.

/** Offers to scan a room's code with the camera; `take({ room, role, invite })` is told what it holds. */
export function offerScanner(byId, take) {
    if (!("BarcodeDetector" in globalThis) || !navigator.mediaDevices?.getUserMedia) return;
    byId("scan").hidden = false;
    byId("scan").onclick = async () => {
        const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
        if (!stream) return;
        const video = byId("scanner");
        Object.assign(video, { srcObject: stream, hidden: false });
        await video.play();
        const end = () => {
            clearInterval(timer);
            stream.getTracks().forEach((track) => track.stop());
            video.hidden = true;
        };
        const detector = new BarcodeDetector({ formats: ["qr_code"] });
        const timer = setInterval(async () => {
            const [code] = await detector.detect(video).catch(() => []);
            const found = code && wayOf(code.rawValue);
            if (!found?.room) return;
            end();
            take(found);
        }, 250);
        video.onclick = end;
    };
}

/** The way into a room that a code's text names: a page's address, or the room's bare name. */
function wayOf(text) {
    try {
        const { searchParams, hash } = new URL(text);
        const role = searchParams.get("role") === "site" ? "site" : "expert";
        return { room: searchParams.get("room"), role, invite: new URLSearchParams(hash.slice(1)).get("invite") };
    } catch {
        return text.length <= 40 ? { room: text, role: "expert", invite: null } : null;
    }
}
