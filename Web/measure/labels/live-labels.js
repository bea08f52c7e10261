// Labels in the world that show a channel's last event, its age and its history.

import { Channels } from "../../sightline/channels.js";
import { translated } from "../../studio/language/language.js";
import { ChannelValues } from "./channel-values.js";
import { keepLabels, keptLabels, mostLabels } from "./kept-labels.js";
import { LabelCard, LabelRow } from "./label-card.js";
import { fillBlock } from "./label-form.js";
import { ViewProjection, middleOf } from "./label-place.js";

/** What a label can stand on. */
const surfaces = ["existingPlaneUsingExtent", "estimatedHorizontalPlane", "estimatedVerticalPlane", "featurePoint"];
/** Milliseconds between two times at which all labels are shown and kept. */
const period = 1000;

/**
 * The labels of the page. A label stands on what the ring aimed at, or at the middle of a measurement, until the run
 * ends; channel, name and last values are kept on the device.
 */
export class LiveLabels {
    #stage;
    #block;
    #view = document.createElement("div");
    #projection;
    #channels = null;
    #connecting = null;
    #labels = [];
    #waiting = null;
    #isRunning = false;
    #kept = "";

    /**
     * `stage`: `session`; `aim()`, the ring's place in the view; `measurements()`, what was measured; `lens()`, the kind
     * of the lens's distortion; `closeSheet()`.
     */
    constructor(block, stage) {
        this.#stage = stage;
        this.#projection = new ViewProjection(stage.session);
        this.#projection.onchange = () => this.#showNow();
        this.#block = fillBlock(block, { add: (wish) => this.#add(wish), stick: () => this.#stick() });
        this.#view.className = "labels";
        stage.view.after(this.#view, this.#block.stick);
        for (const kept of keptLabels()) this.#open(kept);
        if (stage.session.frame) this.begin();
        setInterval(() => this.#tell(), period);
        addEventListener("pagehide", () => this.#keep());
    }

    /** A run begins. */
    begin() {
        this.#isRunning = true;
        this.#wait(null);
        for (const label of this.#labels) this.#forgetPlace(label);
        this.#projection.begin();
        this.#tell();
    }

    /** A frame is shown: labels follow it. */
    show(frame) {
        if (this.#labels.length === 0) return;
        const placeOf = this.#projection.of(frame, this.#stage.lens());
        const measurements = this.#stage.measurements();
        for (const label of this.#labels) {
            const point = pointOf(label, frame, measurements);
            label.card.stand(point && placeOf ? placeOf(point) : null);
        }
    }

    /** A person's wish: `{ channel, event, field, title }`. Returns what is wrong with it; empty if nothing is. */
    #add({ channel, event, field, title }) {
        if (this.#labels.length >= mostLabels) return translated("There are {count} labels already: remove one.", { count: mostLabels });
        const label = this.#open({ identifier: crypto.randomUUID(), channel, event, field, title: title || channel, history: [] });
        this.#keep();
        if (this.#isRunning) this.#wait(label);
        return "";
    }

    #open({ history, ...wish }) {
        const label = { ...wish, values: new ChannelValues(history), card: new LabelCard(wish.title), trouble: "connecting", since: Date.now() };
        this.#forgetPlace(label);
        label.row = new LabelRow(wish.title, [
            ["at-ring", translated("At the ring"), () => this.#wait(label)],
            ["at-measurement", translated("On the last measurement"), () => this.#attach(label)],
            ["remove", translated("Remove"), () => this.#remove(label)],
        ]);
        this.#labels.push(label);
        this.#block.list.append(label.row.element);
        this.#view.append(label.card.element);
        this.#listen(label);
        this.#tell();
        return label;
    }

    // MARK: Channels

    async #listen(label) {
        label.take = (data) => {
            if (label.values.take(data, label.field, Date.now())) this.#tellOne(label, Date.now());
        };
        try {
            const channels = await this.#connection();
            if (!this.#labels.includes(label)) return;
            const channel = channels.subscribe(label.channel);
            channel.bind(label.event || "*", label.take);
            channel.bind("pusher:subscription_succeeded", () => this.#become(label, ""));
            channel.bind("pusher:subscription_error", () => this.#become(label, "refused"));
            if (channel.state !== "pending") this.#become(label, channel.state === "refused" ? "refused" : "");
        } catch {
            this.#become(label, "unavailable");
        }
    }

    /** One connection for all labels, made for the first. */
    #connection() {
        this.#connecting ??= this.#connect();
        return this.#connecting;
    }

    async #connect() {
        const answer = await fetch(new URL("../api/channels", location.href));
        if (!answer.ok) throw new Error("This server has no channels.");
        const channels = new Channels({ ...(await answer.json()), authorize: new URL("../api/channels/auth", location.href).href });
        channels.onstate = (state) => {
            if (state === "connected") return;
            for (const label of this.#labels) if (label.trouble !== "refused") this.#become(label, state === "failed" ? "refused" : "unavailable");
        };
        this.#channels = channels;
        return channels;
    }

    #become(label, trouble) {
        label.trouble = trouble;
        if (trouble === "") label.since = Date.now();
        this.#tellOne(label, Date.now());
    }

    // MARK: Places

    /** The label to be placed with the next tap on the button in the view. */
    #wait(label) {
        this.#waiting = label;
        this.#block.wait(label?.title ?? null);
        if (label) this.#stage.closeSheet();
    }

    async #stick() {
        const label = this.#waiting;
        const { session } = this.#stage;
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
        if (this.#labels.some(({ channel }) => channel === label.channel)) this.#channels?.subscribe(label.channel).unbind(label.event || "*", label.take);
        else this.#channels?.unsubscribe(label.channel);
        this.#keep();
    }

    // MARK: Showing and keeping

    #tell() {
        const now = Date.now();
        const hasMeasurement = this.#stage.measurements().length > 0;
        for (const label of this.#labels) {
            label.row.disable("at-ring", !this.#isRunning);
            label.row.disable("at-measurement", !this.#isRunning || !hasMeasurement);
            this.#tellOne(label, now);
        }
        this.#keep();
    }

    #tellOne(label, now) {
        const trouble = troubles[label.trouble] || (label.values.isSilent(now, label.since) ? translated("silent") : "");
        const isPlaced = label.anchor !== null || label.measurement !== null;
        label.card.show(label.values, trouble, now);
        label.row.show(label.values, trouble, isPlaced ? "" : translated("not placed"));
    }

    #keep() {
        const kept = this.#labels.map(({ identifier, channel, event, field, title, values }) => ({ identifier, channel, event, field, title, history: values.values }));
        const text = JSON.stringify(kept);
        if (text === this.#kept) return;
        this.#kept = text;
        this.#block.warn(!keepLabels(kept));
    }
}

const troubles = {
    "": "", connecting: translated("connecting"), refused: translated("refused: this channel is not open to you"), unavailable: translated("no connection"),
};

/** The label's place in the world now; null if it has none. */
function pointOf(label, frame, measurements) {
    if (label.measurement !== null) return middleOf(measurements.find(({ number }) => number === label.measurement));
    const anchor = frame.anchors.find(({ identifier }) => identifier === label.anchor);
    // A new anchor is in the next frame; one that is gone after that took its place with it.
    if (anchor) Object.assign(label, { point: anchor.worldFromAnchor.translation, isFollowed: true });
    else if (label.isFollowed) label.point = null;
    return label.point;
}
