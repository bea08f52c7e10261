// Where the person with this device is on the plan: by satellites and by the beacon that they carry. Nothing of it leaves the device.

import { numberText, translated } from "../studio/language/language.js";
import { make, setText } from "./elements.js";
import { EarthTie, beaconPosition, ellipse, fused, satellitePosition } from "./earth.js";

/** A position of Geolocation that is older says nothing about now, ms. */
const oldest = 15_000;

export class OwnPlace {
    #view;
    #byId;
    #venue = null;
    #state = null;
    #watch = null;
    #satellites = null;
    #heading = null;
    #fault = "";

    constructor(view, byId) {
        this.#view = view;
        this.#byId = byId;
        byId("own-switch").addEventListener("click", () => (this.#watch === null ? this.#start() : this.#stop()));
        byId("own-tag").addEventListener("change", () => this.#draw());
    }

    /** Shows the settings of a venue on one floor. */
    show(venue) {
        this.#venue = venue;
        const isTied = venue.plan.earth?.length === 2 && Boolean(venue.floor);
        this.#byId("own-place").hidden = !isTied || !("geolocation" in navigator);
        if (!isTied) return this.#stop();
        const choices = [["", translated("no beacon")], ...venue.beacons.filter(({ x }) => x === undefined || x === null).map(({ beacon, name }) => [beacon, name])];
        const select = this.#byId("own-tag");
        const before = select.value;
        select.replaceChildren(...choices.map(([value, text]) => make("option", { value, text, selected: value === before })));
        this.#draw();
    }

    /** Shows the current positions. */
    move(state) {
        this.#state = state;
        this.#draw();
    }

    /** Asks the browser, which asks the person; a system that asks for the compass, too, does so in the tap alone. */
    #start() {
        this.#fault = "";
        globalThis.DeviceOrientationEvent?.requestPermission?.().catch(() => null);
        this.#watch = navigator.geolocation.watchPosition((found) => this.#take(found), (error) => this.#refuse(error), { enableHighAccuracy: true, maximumAge: 5000 });
        for (const name of ["deviceorientationabsolute", "deviceorientation"]) addEventListener(name, this.#turn);
        this.#draw();
    }

    #stop() {
        if (this.#watch === null) return;
        navigator.geolocation.clearWatch(this.#watch);
        for (const name of ["deviceorientationabsolute", "deviceorientation"]) removeEventListener(name, this.#turn);
        this.#watch = this.#satellites = this.#heading = null;
        this.#draw();
    }

    #take({ coords: { latitude, longitude, accuracy } }) {
        this.#fault = "";
        this.#satellites = { latitude, longitude, accuracy, at: performance.now() };
        this.#draw();
    }

    #refuse({ code }) {
        const words = { 1: translated("The browser may not say where this device is; allow it in its settings."), 2: translated("This device does not know where it is.") };
        if (code === 1) this.#stop();
        this.#fault = words[code] ?? translated("The device has not said yet where it is.");
        this.#draw();
    }

    /** Which way the device is held, in degrees clockwise from north. */
    #turn = (event) => {
        const isNorth = event.absolute || event.type === "deviceorientationabsolute";
        const compass = event.webkitCompassHeading ?? (isNorth && event.alpha !== null ? 360 - event.alpha : null);
        if (compass === null) return;
        this.#heading = compass + (screen.orientation?.angle ?? 0);
        this.#draw();
    };

    /** The carried beacon as the venue has found it; null if none is chosen or found. */
    get #beacon() {
        const key = this.#byId("own-tag").value;
        return (key && this.#state?.beacons.find(({ beacon }) => beacon === key)?.position) || null;
    }

    #draw() {
        if (!this.#venue) return;
        const isOn = this.#watch !== null;
        setText(this.#byId("own-switch"), isOn ? translated("Stop") : translated("Show where I am"));
        this.#byId("own-choice").hidden = !isOn;
        if (!isOn || !this.#venue.plan.earth) {
            this.#view.showOwn(null);
            return setText(this.#byId("own-words"), this.#fault);
        }
        const tie = new EarthTie(this.#venue.plan.earth);
        const isFresh = this.#satellites && performance.now() - this.#satellites.at < oldest;
        const satellites = isFresh ? satellitePosition(tie, this.#satellites) : null;
        const tag = this.#beacon;
        if (!satellites && !tag) {
            this.#view.showOwn(null);
            return setText(this.#byId("own-words"), this.#fault || translated("Waiting for a position…"));
        }
        const found = fused(satellites, tag && beaconPosition(tag));
        const isHere = !tag || found.used === "first" || tag.floor === this.#venue.floor?.id;
        const direction = this.#heading === null ? null : tie.toDirection(this.#heading);
        this.#view.showOwn(isHere ? { x: found.x, y: found.y, ...ellipse(found), direction } : null);
        setText(this.#byId("own-words"), words(found, satellites, tag && beaconPosition(tag)));
    }
}

/** Which source is used, and how sure each is: the long half axes, one sigma. */
function words(found, satellites, tag) {
    const metres = (position) => numberText(ellipse(position).major, 1);
    const percent = (share) => numberText(Math.round(100 * share));
    switch (found.used) {
        case "both": return translated("Satellites ± {satellites} m and beacon ± {beacon} m: together ± {both} m, {percent} % by satellites.", { satellites: metres(satellites), beacon: metres(tag), both: metres(found), percent: percent(found.share) });
        case "conflict": return found.share === 1
            ? translated("Satellites and beacon contradict each other; the satellites are used, ± {satellites} m.", { satellites: metres(satellites) })
            : translated("Satellites and beacon contradict each other; the beacon is used, ± {beacon} m.", { beacon: metres(tag) });
        case "first": return translated("By satellites, ± {satellites} m.", { satellites: metres(satellites) });
        default: return translated("By the beacon, ± {beacon} m.", { beacon: metres(tag) });
    }
}
