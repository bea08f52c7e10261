// A channel's code, scanned with the camera where the browser can.

/** Offers to scan a channel's code with the camera; `take(room)` is told its name. */
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
            const room = code && roomOf(code.rawValue);
            if (!room) return;
            end();
            take(room);
        }, 250);
        video.onclick = end;
    };
}

function roomOf(text) {
    try {
        return new URL(text).searchParams.get("room");
    } catch {
        return text.length <= 40 ? text : null;
    }
}
