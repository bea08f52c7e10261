// Runs in a page before its camera is asked for: sends motion events that belong to the numbered images of the fake camera. Where the browser
// has no camera that shows a file, the page gets the images of `feedData.video`. Tests steer it through `globalThis.feed`. Images and motion
// begin anew after `feedData.period` milliseconds, where they began.

(() => {
    const { motion, pictures, period, bits, block: [blockWidth, blockHeight], video } = globalThis.feedData;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: (bits + 1) * blockWidth, height: blockHeight });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const seen = [];
    const feed = {
        /** Page milliseconds of the recording's start; null before the first image. */
        start: null,
        isHeld: false,
        holdAt: Infinity,
        isReversed: false,
        next: 0,
        /** How often the images began anew. */
        rounds: 0,
        seen,
        /** The number of the image taken at a frame's timestamp, nanoseconds. */
        numberAt(nanoseconds) {
            const milliseconds = (Number(nanoseconds) / 1e6 - feed.start) % period;
            const distance = (number) => Math.abs(pictures[number] - milliseconds);
            return pictures.reduce((best, _, number) => (distance(number) < distance(best) ? number : best), 0);
        },
    };
    globalThis.feed = feed;

    function numberIn(video) {
        context.drawImage(video, 0, video.videoHeight - blockHeight, canvas.width, blockHeight, 0, 0, canvas.width, blockHeight);
        const { data } = context.getImageData(0, blockHeight >> 1, canvas.width, 1);
        const read = Array.from({ length: bits + 1 }, (_, place) => (data[4 * ((place + 0.5) * blockWidth | 0)] > 127 ? 1 : 0));
        const isSound = read.slice(0, bits).reduce((sum, bit) => sum + bit, 0) % 2 === read[bits];
        return isSound ? read.slice(0, bits).reduce((number, bit) => 2 * number + bit, 0) : null;
    }

    /** A fake camera that lags delays its recording's time with it, a little per image; one that was opened again begins anew. */
    function note(number, taken) {
        if (number === null || number >= pictures.length) return;
        const last = seen.at(-1)?.number ?? 0;
        seen.push({ number, taken });
        if (number >= feed.holdAt) feed.isHeld = true;
        const isNew = number < last && last - number < 0.9 * pictures.length;
        if (number < last) feed.rounds += 1;
        if (isNew) feed.next = feed.rounds * motion.length;
        const start = taken - pictures[number] - feed.rounds * period;
        feed.start = feed.start === null || isNew ? start : feed.start + 0.05 * (start - feed.start);
    }

    /** Milliseconds of a motion event since the start, counted over all rounds. */
    const timeOf = (index) => motion[index % motion.length][0] + Math.floor(index / motion.length) * period;

    function send(index) {
        const [, alpha, beta, gamma, x, y, z] = motion[index % motion.length];
        const sign = feed.isReversed ? -1 : 1;
        if (feed.isReversed) sendOrientation([x, y, z]);
        const event = new DeviceMotionEvent("devicemotion", {
            rotationRate: { alpha, beta, gamma }, accelerationIncludingGravity: { x: sign * x, y: sign * y, z: sign * z }, interval: 16,
        });
        Object.defineProperty(event, "timeStamp", { value: feed.start + timeOf(index) });
        dispatchEvent(event);
    }

    /** The device's orientation, by which the sign of the force is found. */
    function sendOrientation([x, y, z]) {
        const degrees = 180 / Math.PI;
        const beta = Math.asin(Math.max(-1, Math.min(1, y / Math.hypot(x, y, z)))) * degrees;
        dispatchEvent(new DeviceOrientationEvent("deviceorientation", { alpha: 0, beta, gamma: Math.atan2(-x, z) * degrees }));
    }

    const open = MediaDevices.prototype.getUserMedia;
    MediaDevices.prototype.getUserMedia = async function (constraints) {
        const stream = video && constraints.video ? null : await open.call(this, constraints);
        // A slow microphone must not take the camera's place.
        if (!constraints.video) return stream;
        feed.source = document.createElement("video");
        Object.assign(feed.source, { muted: true, loop: true });
        if (video) feed.source.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(video), (letter) => letter.charCodeAt(0))], { type: "video/webm" }));
        else feed.source.srcObject = stream.clone();
        await feed.source.play();
        const watch = (now, metadata) => {
            note(numberIn(feed.source), metadata.captureTime ?? now);
            feed.source.requestVideoFrameCallback(watch);
        };
        feed.source.requestVideoFrameCallback(watch);
        feed.stream = video || globalThis.feedIsTurning ? turning() : stream;
        return feed.stream;
    };

    /** Tells the page what happens to the camera: "mute", "unmute", "ended". */
    feed.tell = (name) => feed.stream.getVideoTracks()[0].dispatchEvent(new Event(name));

    /** The camera's images as a phone's browser gives them: turned with the screen, which `feed.turn(quarters)` turns against the clock. */
    function turning() {
        let quarters = 0;
        const orientation = new EventTarget();
        Object.defineProperty(orientation, "angle", { get: () => 90 * quarters });
        Object.defineProperty(screen, "orientation", { value: orientation });
        feed.turn = (count) => { quarters = count; };
        /** From here on images have these parts of their width and height. */
        feed.resize = (...parts) => { shares = parts; };
        let shares = [1, 1];
        const turned = document.createElement("canvas");
        const pen = turned.getContext("2d", { alpha: false });
        const draw = () => {
            const [width, height] = [feed.source.videoWidth * shares[0], feed.source.videoHeight * shares[1]];
            const [across, down] = quarters % 2 ? [height, width] : [width, height];
            if (turned.width !== across || turned.height !== down) Object.assign(turned, { width: across, height: down });
            pen.setTransform(1, 0, 0, 1, across / 2, down / 2);
            pen.rotate((-quarters * Math.PI) / 2);
            pen.drawImage(feed.source, -width / 2, -height / 2, width, height);
            feed.source.requestVideoFrameCallback(draw);
        };
        draw();
        return turned.captureStream();
    }

    setInterval(() => {
        if (feed.start === null || feed.isHeld) return;
        const now = performance.now() - feed.start;
        while (timeOf(feed.next) <= now) send(feed.next++);
    }, 5);
})();
