// The lists beside the table: places, receivers, known beacons, actions, history.

import { numberText, translated, translatedCount, translatedMessage } from "../studio/language/language.js";
import { icon, iconButton, keep, make, setText } from "./elements.js";
import { floorName, withFloor } from "./floor-switch.js";
import { clock, crossingWords, permissionWords, shortKey, stateWords } from "./words.js";

export class Lists {
    /** Called with a kind and a setting that the owner edits, with a receiver for a new token, with a beacon for an invitation of its carrier or for a survey. */
    onedit = () => {};
    ontoken = () => {};
    oninvite = () => {};
    onsurvey = () => {};
    #byId;
    #venue = null;

    constructor(byId) {
        this.#byId = byId;
    }

    /** Shows the settings. */
    show(venue) {
        this.#venue = venue;
        const places = [...venue.regions.map((setting) => ({ kind: "regions", setting })), ...venue.zones.map((setting) => ({ kind: "zones", setting }))];
        this.#fill("places", "no-places", places, (what) => this.#placeWords(what));
        this.#fill("receivers", null, venue.receivers.map((setting) => ({ kind: "receivers", setting })), () => "");
        this.#fill("known", "no-known", venue.beacons.map((setting) => ({ kind: "beacons", setting })), ({ setting }) => withFloor(venue, setting.floor, beaconWords(setting)));
        this.#fill("actions", "no-actions", (venue.actions ?? []).map((setting) => ({ kind: "actions", setting })), (what) => this.#actionWords(what));
        this.#fill("notices", "no-notices", (venue.notices ?? []).map((setting) => ({ kind: "notices", setting })), (what) => this.#noticeWords(what));
        this.move(venue.state);
    }

    /** Shows the live state. */
    move({ places, receivers, beacons }) {
        const here = new Set(beacons.map(({ beacon }) => beacon));
        for (const item of this.#byId("known").children) {
            const known = this.#venue.beacons.find(({ id }) => id === item.dataset.id);
            const mark = item.querySelector(".mark");
            mark.dataset.state = here.has(known?.beacon) ? "inside" : "outside";
            setText(mark, here.has(known?.beacon) ? translated("Here") : translated("Away"));
        }
        for (const item of this.#byId("places").children) {
            const place = places.find(({ id }) => id === item.dataset.id);
            if (place) this.#showPlace(item, place);
        }
        for (const item of this.#byId("receivers").children) {
            const receiver = receivers.find(({ id }) => id === item.dataset.id);
            const setting = this.#venue.receivers.find(({ id }) => id === item.dataset.id);
            if (receiver) showReceiver(item, receiver, (words) => withFloor(this.#venue, setting?.floor, words));
        }
    }

    /** Shows lines of history, newest first; replaces the shown ones, or appends to them. */
    showHistory(crossings, isMore = false) {
        const list = this.#byId("history");
        if (!isMore) list.replaceChildren();
        list.append(...crossings.map(line));
        this.#byId("no-history").hidden = list.children.length > 0;
        this.#byId("older").hidden = crossings.length < 30;
    }

    /** Adds a new event. */
    note(crossing) {
        this.#byId("history").prepend(line(crossing));
        this.#byId("no-history").hidden = true;
    }

    /** The number of the oldest shown line. */
    get oldest() {
        const numbers = [...this.#byId("history").children].map(({ dataset }) => Number(dataset.number)).filter((number) => number > 0);
        return numbers.length ? Math.min(...numbers) : null;
    }

    #fill(list, none, items, words) {
        keep(this.#byId(list), items, {
            key: ({ kind, setting }) => `${kind} ${setting.id}`,
            create: ({ kind, setting }) => {
                const item = make("li", {}, make("span", { class: "mark" }), make("div", { class: "told" }, make("strong"), make("span", { class: "label" })), make("div", { class: "tools for-owner" }));
                item.dataset.id = setting.id;
                item.dataset.kind = kind;
                const find = () => this.#venue[kind].find(({ id }) => id === setting.id);
                if (kind === "receivers" && setting.id !== "here" && !this.#venue.simulation.isShown) item.lastChild.append(iconButton("key", translated("New token for {name}", { name: setting.name }), () => this.ontoken(find())));
                if (kind === "beacons" && !this.#venue.simulation.isShown) item.lastChild.append(iconButton("phone", translated("Invite who carries {name}", { name: setting.name }), () => this.oninvite(find())));
                if (kind === "beacons" && !isHung(setting)) item.lastChild.append(iconButton("survey", translated("Survey with {name}", { name: setting.name }), () => this.onsurvey(find())));
                item.lastChild.append(iconButton("edit", setting.name || setting.title ? translated("Change {name}", { name: setting.name ?? setting.title }) : translated("Change the action"), () => this.onedit(kind, find())));
                if (kind === "notices") item.firstChild.append(icon("phone"));
                if (kind === "actions") item.firstChild.append(icon(setting.url ? "post" : "channel"));
                return item;
            },
            update: (item, what) => {
                setText(item.querySelector("strong"), what.setting.name ?? what.setting.title ?? this.#actionTitle(what.setting));
                if (what.kind !== "receivers") setText(item.querySelector(".label"), words(what));
            },
        });
        if (none) this.#byId(none).hidden = items.length > 0;
    }

    #placeWords({ kind, setting }) {
        if (kind === "zones") return withFloor(this.#venue, setting.floor, translated("{width} × {depth} m of the floor", { width: numberText(setting.width, 1), depth: numberText(setting.depth, 1) }));
        const numbers = [setting.major, setting.minor].filter((number) => number !== undefined && number !== null);
        const receiver = this.#venue.receivers.find(({ id }) => id === setting.receiver);
        const floor = this.#venue.floors.find(({ id }) => id === setting.floor);
        const anyone = floor ? translated("any receiver of {floor}", { floor: floorName(floor) }) : translated("any receiver");
        return `${setting.uuid.slice(0, 8)}…${numbers.length ? ` · ${numbers.join("/")}` : ""} · ${receiver ? translated("received by {name}", { name: receiver.name }) : anyone}`;
    }

    #showPlace(item, { state, who }) {
        const mark = item.querySelector(".mark");
        mark.dataset.state = state;
        if (item.dataset.kind === "zones") {
            const names = (who ?? []).map((key) => this.#nameOf(key));
            setText(mark, names.length ? numberText(names.length) : "–");
            if (names.length) setText(item.querySelector(".label"), names.join(", "));
            else setText(item.querySelector(".label"), this.#placeWords({ kind: "zones", setting: this.#venue.zones.find(({ id }) => id === item.dataset.id) }));
            mark.setAttribute("aria-label", names.length ? translatedCount(names.length, "{count} inside", "{count} inside") : translated("nobody"));
        } else {
            setText(mark, stateWords[state]);
        }
    }

    #nameOf(key) {
        return this.#venue.beacons.find(({ beacon }) => beacon === key)?.name ?? this.#venue.receivers.find(({ id }) => id === key)?.name ?? shortKey(key);
    }

    #where(place) {
        return [...this.#venue.regions, ...this.#venue.zones].find(({ id }) => id === place)?.name ?? translated("Anything");
    }

    #actionTitle({ place, on }) {
        const where = this.#where(place);
        return translated("{place}: {event}", { place: where, event: { enter: translated("entered"), exit: translated("left"), both: translated("entered or left") }[on] });
    }

    #actionWords({ setting }) {
        const told = this.#outcomeWords(setting);
        return (setting.channel ? translated("publish on {channel}", { channel: setting.channel }) : translated("post to {address}", { address: setting.url })) + told;
    }

    #noticeWords({ setting }) {
        const { place, quietFrom, quietUntil } = setting;
        const quiet = quietFrom ? ` · ${translated("quiet from {from} to {until}", { from: quietFrom, until: quietUntil })}` : "";
        return translated("{place}: {event}", { place: this.#where(place), event: translated("entered") }) + quiet + this.#outcomeWords(setting);
    }

    #outcomeWords({ id }) {
        const outcome = this.#venue.outcomes?.[id];
        return outcome ? ` · ${clock(outcome.time)} ${translatedMessage(outcome.fault ?? "") || translated("done")}` : "";
    }
}

const isHung = ({ x }) => x !== undefined && x !== null;

function beaconWords({ beacon, x, y, power }) {
    const hangs = isHung({ x }) ? translated("hangs at {x}, {y} m", { x: numberText(x, 1), y: numberText(y, 1) }) : translated("carried");
    return `${shortKey(beacon)} · ${hangs}${power === undefined || power === null ? "" : ` · ${translated("{power} dBm at 1 m", { power: numberText(power, 1) })}`}`;
}

function showReceiver(item, { authorisation, reason, source, isConnected, packets }, placed) {
    const isListening = isConnected && authorisation === "allowed";
    const mark = item.querySelector(".mark");
    mark.dataset.state = isListening ? "inside" : isConnected ? "bad" : "outside";
    setText(mark, isConnected ? permissionWords[authorisation] : translated("Silent"));
    const rate = translatedCount(Math.round(packets), "Listening: {count} packet a second", "Listening: {count} packets a second");
    const state = source ? `${rate} · ${source}` : rate;
    setText(item.querySelector(".label"), placed(isListening ? state : isConnected ? (translatedMessage(reason ?? "") || (source ?? "")) : translated("No report for five seconds.")));
}

function line(crossing) {
    const { id, time, event, floorName: name } = crossing;
    const words = name ? `${crossingWords(crossing)} · ${floorName({ name })}` : crossingWords(crossing);
    const item = make("li", { class: `crossing ${event}` }, icon({ enter: "enter", exit: "exit" }[event] ?? "fact"), make("span", { text: words }), make("time", { class: "label figure", datetime: new Date(time).toISOString(), text: clock(time) }));
    item.dataset.number = id ?? 0;
    return item;
}
