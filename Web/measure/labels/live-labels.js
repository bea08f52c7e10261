// Labels in the world that show a channel's last event, its age and its history.

import { translated } from "../../studio/language/language.js";
import { LiveValue, LiveValues } from "../../studio/live-values/live-value.js";
import { keepLabels, keptLabels, mostLabels } from "./kept-labels.js";
import { LabelCard, LabelRow } from "./label-card.js";
import { fillBlock } from "./label-form.js";
import { ViewProjection, middleOf } from "./label-place.js";
import { LabelPlaces } from "./label-places.js";

/** What a label can stand on. */
const surfaces = ["existingPlaneUsingExtent", "estimatedHorizontalPlane", "estimatedVerticalPlane", "featurePoint"];
/** Milliseconds between two times at which all labels are shown and kept. */
const period = 1000;

/**
 * The labels of the page. A label stands on what the ring aimed at, and is found again there in a later run that
 * recognises the place, or at the middle of a measurement until the run ends; channel, name and last values are kept on
 * the device.
 */
export class LiveLabels {
    #stage;
    #block;
    #view = document.createElement("div");
    #projection;
    #channels = new LiveValues();
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
        this.#block = fillBlock(block, { add: (wish) => this.#add(wish), stick: () => this.#stick() });
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
        for (const label of this.#labels) {
            const point = this.#isSought(label) ? null : pointOf(label, frame, measurements);
            label.card.stand(point && placeOf ? placeOf(point) : null);
        }
    }

    /** A person's wish: `{ channel, event, field, title }`. Returns what is wrong with it; empty if nothing is. */
    #add({ channel, event, field, title }) {
        if (this.#labels.length >= mostLabels) return translated("There are {count} labels already: remove one.", { count: mostLabels });
        const label = this.#open({ identifier: crypto.randomUUID(), channel, event, field, title });
        this.#keep();
        if (this.#isRunning) this.#wait(label);
        return "";
    }

    #open({ identifier, source = null, handle = null, ...wish }) {
        const value = new LiveValue(wish);
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
        this.#channels.listen(value);
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
        Object.assign(label, { anchor: null, point: null, isFollowed: false, measurement: null });
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
        this.#channels.forget(label.value);
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
        const standing = this.#labels.find(({ handle, isFollowed }) => handle && isFollowed);
        if (standing) this.#places.renew(standing.anchor);
        this.#keep();
    }

    /** Whether a label stands in a place that the camera has not recognised yet. */
    #isSought(label) {
        return label.anchor !== null && this.#places.isSought;
    }

    #tellOne(label) {
        const { card, row, value, anchor, measurement } = label;
        const { trouble } = value;
        const isPlaced = anchor !== null || measurement !== null;
        card.show(value.values, trouble, Date.now());
        row.show(value.values, trouble, this.#isSought(label) ? translated("its place is looked for") : isPlaced ? "" : translated("not placed"));
    }

    #keep() {
        const kept = this.#labels.map(({ identifier, source, handle, value: { channel, event, field, title, values } }) => ({
            identifier, channel, event, field, title, history: values.values, ...(handle ? { source, handle } : {}),
        }));
        const text = JSON.stringify(kept);
        if (text === this.#kept) return;
        this.#kept = text;
        this.#block.warn(!keepLabels(kept));
    }
}

/** The label's place in the world now; null if it has none. */
function pointOf(label, frame, measurements) {
    if (label.measurement !== null) return middleOf(measurements.find(({ number }) => number === label.measurement));
    const anchor = frame.anchors.find(({ identifier }) => identifier === label.anchor);
    // A new anchor is in the next frame; one that is gone after that took its place with it.
    if (anchor) Object.assign(label, { point: anchor.worldFromAnchor.translation, isFollowed: true });
    else if (label.isFollowed) label.point = null;
    return label.point;
}
