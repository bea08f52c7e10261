// Labels in the world that show a channel's last event or a beacon's distance, its age and its history.

import { translated } from "../../studio/language/language.js";
import { LiveValue, LiveValues } from "../../studio/live-values/live-value.js";
import { keepLabels, keptLabels, mostLabels } from "./kept-labels.js";
import { LabelCard, LabelRow } from "./label-card.js";
import { fillBlock } from "./label-form.js";
import { ViewProjection, middleOf } from "./label-place.js";
import { LabelPlaces } from "./label-places.js";
import { PlanPlacing } from "./plan-placing.js";
import { BeaconValue, Venue } from "./venue.js";

/** What a label can stand on. */
const surfaces = ["existingPlaneUsingExtent", "estimatedHorizontalPlane", "estimatedVerticalPlane", "featurePoint"];
/** Milliseconds between two times at which all labels are shown and kept. */
const period = 1000;

/**
 * The labels of the page. A label stands on what the ring aimed at, and is found again there in a later run that
 * recognises the place, or at the middle of a measurement until the run ends; a beacon's also where the venue's plan has
 * it, once two others tie that plan to the room. What it shows, name and last values are kept on the device.
 */
export class LiveLabels {
    #stage;
    #block;
    #view = document.createElement("div");
    #projection;
    #channels = new LiveValues();
    #venue = new Venue();
    #plan = new PlanPlacing(this.#venue);
    #places;
    #labels = [];
    #waiting = null;
    #isRunning = false;
    #kept = "";

    /**
     * `stage`: `session`; `source()`, that of the run; `aim()`, the ring's place in the view; `measurements()`, what was
     * measured; `lens()`, the kind of the lens's distortion; `closeSheet()`.
     */
    constructor(block, stage) {
        this.#stage = stage;
        this.#places = new LabelPlaces(stage.session);
        this.#projection = new ViewProjection(stage.session);
        this.#projection.onchange = () => this.#showNow();
        // Who is carried moves, also while a recording is held.
        this.#venue.onchange = () => this.#showNow();
        this.#block = fillBlock(block, { add: (wish) => this.#add(wish), stick: () => this.#stick(), venue: this.#venue, addOthers: () => this.#addOthers() });
        this.#view.className = "labels";
        stage.view.after(this.#view, this.#block.stick);
        const kept = keptLabels();
        for (const each of kept) this.#open(each);
        if (stage.session.frame) this.begin();
        this.#places.load(kept.map(({ source }) => source).filter(Boolean));
        setInterval(() => this.#tell(), period);
        addEventListener("pagehide", () => this.#keep());
    }

    /** What a run of a source needs so that labels are found again where they stood. */
    runOptions(source) {
        return this.#labels.some(({ handle }) => handle) ? this.#places.optionsOf(source) : {};
    }

    /** A run begins. */
    begin() {
        this.#isRunning = true;
        this.#wait(null);
        this.#places.begin(this.#stage.source());
        for (const label of this.#labels) {
            this.#forgetPlace(label);
            label.anchor = label.handle && this.#places.anchorOf(label.handle);
        }
        this.#projection.begin();
        this.#tell();
    }

    /** A frame is shown: labels follow it. */
    show(frame) {
        if (this.#labels.length === 0) return;
        if (this.#places.follow(frame)) for (const label of this.#labels) this.#forgetPlace(label);
        const placeOf = this.#projection.of(frame, this.#stage.lens());
        const measurements = this.#stage.measurements();
        for (const label of this.#labels) label.here = this.#isSought(label) ? null : pointOf(label, frame, measurements);
        this.#followPlan();
        for (const { card, here } of this.#labels) card.stand(here && placeOf ? placeOf(here) : null);
    }

    /** Labels of beacons that nobody has put somewhere stand by the plan. */
    #followPlan() {
        const beacons = this.#labels.filter(({ value }) => value.beacon);
        if (beacons.length === 0) return;
        this.#plan.update(beacons.filter(isPut).map(({ value, here }) => ({ beacon: value.beacon, point: here })));
        for (const label of beacons) {
            if (isPut(label)) continue;
            label.here = this.#isRunning ? this.#plan.pointOf(label.value.beacon) : null;
        }
    }

    /** Adds labels for what else the plan has on this floor. */
    #addOthers() {
        for (const beacon of this.#others.slice(0, mostLabels - this.#labels.length)) this.#open({ identifier: crypto.randomUUID(), beacon, title: "" });
        this.#keep();
        this.#stage.closeSheet();
        this.#showNow();
        this.#tell();
    }

    get #others() {
        return this.#plan.others(this.#labels.map(({ value }) => value.beacon));
    }

    /** A person's wish: `{ channel, event, field, title }` or `{ beacon, title }`. Returns what is wrong with it; empty if nothing is. */
    #add(wish) {
        if (this.#labels.length >= mostLabels) return translated("There are {count} labels already: remove one.", { count: mostLabels });
        const label = this.#open({ identifier: crypto.randomUUID(), ...wish });
        this.#keep();
        if (this.#isRunning && !(wish.beacon && this.#plan.pointOf(wish.beacon))) this.#wait(label);
        return "";
    }

    #open({ identifier, source = null, handle = null, ...wish }) {
        const value = wish.beacon ? new BeaconValue(wish, this.#venue) : new LiveValue(wish);
        const label = { identifier, source, handle, value, card: new LabelCard(value.title) };
        value.onchange = () => this.#tellOne(label);
        this.#forgetPlace(label);
        label.row = new LabelRow(value.title, [
            ["at-ring", translated("At the ring"), () => this.#wait(label)],
            ["at-measurement", translated("On the last measurement"), () => this.#attach(label)],
            ["remove", translated("Remove"), () => this.#remove(label)],
        ]);
        this.#labels.push(label);
        this.#block.list.append(label.row.element);
        this.#view.append(label.card.element);
        if (value.beacon) this.#venue.follow(value);
        else this.#channels.listen(value);
        this.#tell();
        return label;
    }

    // MARK: Places

    /** The label to be placed with the next tap on the button in the view. */
    #wait(label) {
        this.#waiting = label;
        this.#block.wait(label?.value.title ?? null);
        if (label) this.#stage.closeSheet();
    }

    async #stick() {
        const label = this.#waiting;
        const { session } = this.#stage;
        if (this.#places.isSought) return this.#block.refuse();
        const pixel = await session.pixelAt(...this.#stage.aim());
        const place = pixel && { x: pixel[0], y: pixel[1], types: surfaces };
        const [hit] = place ? await session.hitTest(place.x, place.y, surfaces) : [];
        const anchor = hit ? await session.addAnchor(place) : null;
        if (label !== this.#waiting) return;
        if (anchor === null) return this.#block.refuse();
        this.#lift(label);
        Object.assign(label, { anchor, point: hit.pointInWorld });
        this.#wait(null);
        this.#showNow();
        this.#tell();
        if (this.#places.source === null) return;
        const handle = await this.#places.keep(anchor);
        if (label.anchor === anchor) Object.assign(label, { handle, source: this.#places.source });
        this.#keep();
    }

    #attach(label) {
        const last = this.#stage.measurements().at(-1);
        if (!last) return;
        this.#lift(label);
        label.measurement = last.number;
        this.#stage.closeSheet();
        this.#showNow();
        this.#tell();
    }

    /** Takes a label from its place. */
    #lift(label) {
        if (label.anchor !== null) this.#stage.session.removeAnchor(label.anchor).catch(() => {});
        if (label.handle) this.#places.forget(label.handle);
        label.handle = null;
        this.#forgetPlace(label);
    }

    #forgetPlace(label) {
        Object.assign(label, { anchor: null, point: null, here: null, isFollowed: false, measurement: null });
        label.card.stand(null);
    }

    /** The last frame again, as while a recording is held. */
    #showNow() {
        const { frame } = this.#stage.session;
        if (frame) this.show(frame);
    }

    #remove(label) {
        this.#lift(label);
        if (this.#waiting === label) this.#wait(null);
        this.#labels = this.#labels.filter((each) => each !== label);
        label.row.element.remove();
        label.card.element.remove();
        if (label.value.beacon) this.#venue.forget(label.value);
        else this.#channels.forget(label.value);
        this.#keep();
    }

    // MARK: Showing and keeping

    #tell() {
        const hasMeasurement = this.#stage.measurements().length > 0;
        for (const label of this.#labels) {
            label.row.disable("at-ring", !this.#isRunning);
            label.row.disable("at-measurement", !this.#isRunning || !hasMeasurement);
            this.#tellOne(label);
        }
        const room = mostLabels - this.#labels.length;
        this.#block.plan(this.#isRunning ? this.#plan.words : "", this.#isRunning ? Math.min(this.#others.length, room) : 0);
        const standing = this.#labels.find(({ handle, isFollowed }) => handle && isFollowed);
        if (standing) this.#places.renew(standing.anchor);
        this.#keep();
    }

    /** Whether a label stands in a place that the camera has not recognised yet. */
    #isSought(label) {
        return label.anchor !== null && this.#places.isSought;
    }

    #tellOne(label) {
        const { card, row, value } = label;
        const { trouble } = value;
        const isPlaced = isPut(label);
        const isByPlan = !isPlaced && Boolean(label.here);
        card.name(value.title);
        row.name(value.title);
        card.show(value.values, trouble, Date.now());
        row.show(value.values, trouble, this.#isSought(label) ? translated("its place is looked for") : isPlaced ? "" : isByPlan ? translated("stands by the plan") : translated("not placed"));
    }

    #keep() {
        const kept = this.#labels.map(({ identifier, source, handle, value: { beacon, channel, event, field, title, givenTitle = title, values } }) => ({
            identifier, channel, event, field, title: givenTitle, history: values.values, ...(beacon ? { beacon } : {}), ...(handle ? { source, handle } : {}),
        }));
        const text = JSON.stringify(kept);
        if (text === this.#kept) return;
        this.#kept = text;
        this.#block.warn(!keepLabels(kept));
    }
}

/** Whether a person has put a label somewhere. */
const isPut = ({ anchor, measurement }) => anchor !== null || measurement !== null;

/** The label's place in the world now; null if it has none. */
function pointOf(label, frame, measurements) {
    if (label.measurement !== null) return middleOf(measurements.find(({ number }) => number === label.measurement));
    const anchor = frame.anchors.find(({ identifier }) => identifier === label.anchor);
    // A new anchor is in the next frame; one that is gone after that took its place with it.
    if (anchor) Object.assign(label, { point: anchor.worldFromAnchor.translation, isFollowed: true });
    else if (label.isFollowed) label.point = null;
    return label.point;
}
