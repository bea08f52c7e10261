// A survey by a walk that this device's camera follows: two taps on the plan tie its path, and what receivers receive of the tag on the way
// belongs to the place of the path at that time.

import { numberText, translated, translatedMessage } from "../studio/language/language.js";
import { trackingAdvice } from "../studio/tracking-advice.js";
import * as api from "./api.js";
import { setText } from "./elements.js";
import { planTie } from "./plan-tie.js";

/** Milliseconds between two places of the path that are kept. */
const interval = 200;
/** A place is that of now for so many milliseconds. */
const freshness = 1000;
/** What the studio finds wrong with the taps: other taps mend it. */
const tapFaults = new Set(["too_few_marks", "marks_too_near", "mark_without_tracking", "distances_disagree"]);

export class SurveyWalk {
    /** Called once a walk's samples are in the survey. */
    onfinish = () => {};
    #view;
    #byId;
    #library = null;
    #session = null;
    /** The beacon that is carried, and the floor of the walk. */
    #beacon = null;
    #floor = null;
    /** Page milliseconds of the walk's begin on the studio's clock; null while no walk is on. */
    #begin = null;
    #longest = Infinity;
    /** Stretches of places `[milliseconds, x, z]`. */
    #path = [];
    /** `{ time, x, y }` on the plan. */
    #marks = [];
    /** The last place of the path, and where the device is now; null while it is not tracked. */
    #last = null;
    #now = null;
    #fault = "";
    #isBusy = false;
    /** The identifier of the floor that the plan shows. */
    #shown = null;
    /** What to do until the camera is tracked. */
    #advice = "";
    #notice = "";

    constructor(view, byId) {
        this.#view = view;
        this.#byId = byId;
        byId("walk-start").addEventListener("click", () => this.#start());
        byId("walk-finish").addEventListener("click", () => this.#finish());
        byId("walk-cancel").addEventListener("click", () => this.#cancel());
        document.addEventListener("visibilitychange", () => this.isOn && this.#session.interrupt(document.hidden));
    }

    /** Whether a walk is on: taps on the plan belong to it. */
    get isOn() {
        return this.#begin !== null;
    }

    /** Offers a walk with a beacon; the library is fetched now, so that a tap can ask for the sensors at once. */
    offer(beacon) {
        if (this.isOn || this.#isBusy) return;
        this.#beacon = beacon;
        this.#library ??= import("../sightline/sightline.js");
        this.#fault = "";
        this.#byId("walk").hidden = false;
        this.#show("offered");
    }

    /** The owner does something else with the plan; a walk that is on stays. */
    leave() {
        if (!this.isOn && !this.#isBusy) this.#byId("walk").hidden = true;
    }

    /** The floor that is shown, by its identifier; the path is drawn on its own alone. */
    show(floor) {
        this.#shown = floor;
        this.#draw();
    }

    /** The person stands at a place of the plan. */
    mark(place) {
        if (this.#shown !== this.#floor) return this.#say(translated("The walk is on another floor: show that one."));
        const now = performance.now() - this.#begin;
        if (!this.#now || now - this.#now[0] > freshness) return this.#say(translated("The camera is not tracked at the moment: tap again once it is."));
        if (this.#now[0] > this.#last[0]) this.#keep();
        this.#marks.push({ time: this.#last[0], x: place.x, y: place.y });
        this.#fault = "";
        this.#show("walking");
    }

    async #start() {
        if (this.#isBusy || this.isOn) return;
        this.#isBusy = true;
        this.#show("starting");
        try {
            const { Session } = await this.#library;
            this.#session ??= new Session({ canvas: this.#byId("walk-view") });
            const session = this.#session;
            // For developers in the browser's console, and for tests.
            this.#byId("walk-view").session = session;
            session.onframe = (frame) => this.#follow(frame);
            session.onerror = (error) => this.#lose(error);
            session.onnotice = (message) => this.#wait(message);
            await session.run({ camera: true, motion: true });
            await this.#begun();
        } catch (error) {
            this.#library = import("../sightline/sightline.js");
            this.#lose(error);
        }
        this.#isBusy = false;
        this.#show(this.isOn ? "walking" : "offered");
    }

    /** The studio keeps what is received from now on; the middle of the request counts as its time. */
    async #begun() {
        const before = performance.now();
        this.#floor = this.#shown;
        const { longestSeconds } = await api.beginWalk(this.#beacon.beacon, this.#floor);
        [this.#path, this.#marks, this.#last, this.#now, this.#fault] = [[[]], [], null, null, ""];
        this.#longest = longestSeconds * 1000;
        this.#begin = (before + performance.now()) / 2;
    }

    #follow(frame) {
        if (!this.isOn || this.#isBusy) return;
        if (this.#last && frame.events.some(({ kind }) => kind === "restarted")) return this.#stopHere(translated("Tracking began anew, so the walk ends here."));
        const time = Number(frame.timestampNanoseconds) / 1e6 - this.#begin;
        if (time > this.#longest) return this.#stopHere(translated("A walk takes at most {minutes} minutes, so it ends here.", { minutes: numberText(this.#longest / 60_000) }));
        const isTracked = frame.trackingState === "normal" && frame.worldFromCamera && time >= 0;
        if (!isTracked && this.#path.at(-1).length > 0) this.#path.push([]);
        const [x, , z] = isTracked ? frame.worldFromCamera.translation : [];
        this.#now = isTracked ? [Math.round(time), thousandths(x), thousandths(z)] : null;
        if (isTracked && (this.#path.at(-1).length === 0 || time - this.#last[0] >= interval)) {
            this.#keep();
            this.#draw();
        }
        this.#advice = frame.trackingState === "normal" ? "" : trackingAdvice(frame.trackingState, frame.trackingLimit);
        this.#show("walking");
    }

    /** Keeps where the device is now. */
    #keep() {
        this.#last = this.#now;
        this.#path.at(-1).push(this.#last);
    }

    /** What the sensors or the engine are waited for; null if they go on. */
    #wait(message) {
        this.#notice = message ? translatedMessage(message) : "";
        this.#show(this.#byId("walk").dataset.state);
    }

    /** The walk cannot go on: what there is, is sent, if two taps tie it. */
    #stopHere(words) {
        if (this.#marks.length < 2) {
            this.#cancel();
            return this.#say(`${words} ${translated("Without two taps it cannot be used.")}`);
        }
        this.#say(words);
        return this.#finish();
    }

    async #finish() {
        if (!this.isOn || this.#isBusy) return;
        this.#isBusy = true;
        this.#show("sending");
        try {
            const path = this.#path.filter(({ length }) => length > 0);
            const found = await api.endWalk({ path, marks: this.#marks });
            this.#end();
            this.#fault = outcomeWords(found, this.#beacon);
            this.onfinish();
        } catch (error) {
            // The walk stays; wrong taps are made again.
            if (tapFaults.has(error.code)) this.#marks = [];
            if (error.code === "no_walk") this.#end();
            this.#fault = error.message;
        }
        this.#isBusy = false;
        this.#show(this.isOn ? "walking" : "offered");
    }

    #cancel() {
        if (this.isOn) api.dropWalk().catch(() => {});
        this.#end();
        this.#fault = "";
        this.#show("offered");
    }

    #lose(error) {
        if (this.isOn) return this.#stopHere(translatedMessage(error.message));
        this.#session?.stop();
        this.#fault = translatedMessage(error.message);
        this.#show("offered");
    }

    #end() {
        this.#begin = null;
        this.#session?.stop();
        this.#draw();
    }

    // MARK: Showing

    #say(words) {
        this.#fault = words;
        this.#show(this.isOn ? "walking" : "offered");
    }

    #show(state) {
        const byId = this.#byId;
        byId("walk").dataset.state = state;
        byId("walk-start").hidden = this.isOn || state === "starting";
        byId("walk-finish").hidden = byId("walk-cancel").hidden = !this.isOn;
        byId("walk-finish").disabled = this.#marks.length < 2 || state === "sending";
        byId("walk-view").hidden = !this.isOn && state !== "starting";
        setText(byId("walk-words"), this.#words(state));
        setText(byId("walk-fault"), this.#fault);
        byId("walk-fault").hidden = !this.#fault;
        const lost = this.#path.length - 1 - (this.#path.at(-1)?.length === 0 ? 1 : 0);
        setText(byId("walk-figures"), this.isOn ? translated("{metres} m followed · taps: {taps} · breaks: {breaks}", { metres: numberText(wayOf(this.#path), 1), taps: numberText(this.#marks.length), breaks: numberText(Math.max(lost, 0)) }) : "");
    }

    #words(state) {
        const name = this.#beacon.name;
        if (state === "offered") return translated("Or let this device's camera follow you: carry it with {name}, walk as you like, and tap on the plan at two places far apart.", { name });
        if (state !== "sending" && this.#notice) return this.#notice;
        if (state === "starting") return translated("Starting the camera…");
        if (state === "sending") return translated("Putting together what was received…");
        if (this.#advice) return this.#advice;
        if (!this.#last) return trackingAdvice("limited", "initializing");
        return [
            translated("Walk to a place that you find on the plan, stand still, and tap it."),
            translated("Walk on, also along the walls; far from the first place, tap a second one."),
        ][this.#marks.length] ?? translated("Walk where no dots are yet, tap more places if you like, then finish.");
    }

    /** Draws the taps, and the path once two of them tie it. */
    #draw() {
        if (!this.isOn || this.#shown !== this.#floor) return this.#view.showWalk(null);
        const pairs = this.#marks.map(({ time, x, y }) => ({ plan: { x, y }, world: this.#placeAt(time) })).filter(({ world }) => world);
        const tie = planTie(pairs);
        const stretches = tie && !tie.conflict ? this.#path.map((stretch) => stretch.map(([, x, z]) => tie.onPlan([x, 0, z]))) : [];
        this.#view.showWalk({ marks: this.#marks, stretches });
    }

    #placeAt(time) {
        const place = this.#path.flat().find(([milliseconds]) => milliseconds === time);
        return place ? [place[1], 0, place[2]] : null;
    }
}

/** What a walk gave, in words. */
function outcomeWords({ samples, packets, packetsWithoutTracking, packetsOutside, sigma }, { name }) {
    if (samples === 0) return translated("No receiver that hangs received {name} on the way, so the survey stays as it was.", { name });
    const words = [translated("New in the survey: {samples} places from {packets} packets. The path lies on the plan to within ± {sigma} m.", { samples: numberText(samples), packets: numberText(packets), sigma: numberText(sigma, 1) })];
    if (packetsWithoutTracking > 0) words.push(translated("Left out because tracking was lost: {packets} packets.", { packets: numberText(packetsWithoutTracking) }));
    if (packetsOutside > 0) words.push(translated("Left out because they came outside the plan: {packets} packets.", { packets: numberText(packetsOutside) }));
    return words.join(" ");
}

function wayOf(path) {
    return path.reduce((sum, stretch) => stretch.slice(1).reduce((way, [, x, z], index) => way + Math.hypot(x - stretch[index][1], z - stretch[index][2]), sum), 0);
}

const thousandths = (metres) => Math.round(metres * 1000) / 1000;
