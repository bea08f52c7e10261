// The switch between a venue's floors, and the owner's list of them.

import { numberText, translated, translatedCount } from "../studio/language/language.js";
import { iconButton, keep, make, setText } from "./elements.js";

/** A floor's name; those that the studio gave itself are in the page's language. */
export function floorName({ name }) {
    return { "Ground floor": translated("Ground floor"), "Upper floor": translated("Upper floor") }[name] ?? name;
}

/** A floor's name after something, if the venue has several. */
export function withFloor(venue, id, words) {
    const floor = venue.floors.length > 1 && venue.floors.find((each) => each.id === id);
    return floor ? `${words} · ${floorName(floor)}` : words;
}

/** A venue as if it had this floor alone; what is carried is on every floor. */
export function onFloor(venue, floor) {
    const isHere = (thing) => thing.floor === floor?.id || thing.x === undefined || thing.x === null;
    return {
        ...venue,
        floor,
        plan: { ...venue.plan, ...(floor ?? { width: 0, depth: 0, walls: [] }) },
        planPicture: floor?.picture,
        survey: floor?.survey,
        receivers: venue.receivers.filter(isHere),
        beacons: venue.beacons.filter(isHere),
        zones: venue.zones.filter(isHere),
    };
}

export class FloorSwitch {
    /** Called when another floor is chosen. */
    onchoose = () => {};
    /** Called with a floor that the owner edits, and with the floors' names in addresses in their new order, lowest first. */
    onedit = () => {};
    onorder = () => {};
    #byId;
    #venue = null;
    #chosen = null;

    constructor(byId) {
        this.#byId = byId;
    }

    /** The chosen floor; undefined if the venue has none. */
    get floor() {
        const floors = this.#venue?.floors ?? [];
        return floors.find(({ id }) => id === this.#chosen) ?? nearestGround(floors);
    }

    choose(id) {
        this.#chosen = id;
        this.onchoose();
    }

    /** Shows the settings of a venue. */
    show(venue) {
        if (this.#venue && this.#venue.channel !== venue.channel) this.#chosen = null;
        this.#venue = venue;
        const floors = venue.floors.toReversed();
        this.#byId("floor-switch").hidden = floors.length < 2;
        keep(this.#byId("floor-switch"), floors.length < 2 ? [] : floors, {
            key: ({ id }) => id,
            create: ({ id }) => make("button", { class: "button small", type: "button", onclick: () => this.choose(id) }, make("span"), make("span", { class: "count" })),
            update: (button, floor) => {
                button.setAttribute("aria-pressed", floor.id === this.floor.id);
                setText(button.firstChild, floorName(floor));
            },
        });
        this.#byId("no-floors").hidden = floors.length > 0;
        keep(this.#byId("floors"), floors, {
            key: ({ id }) => id,
            create: ({ id }) => this.#row(id),
            update: (item, floor) => this.#showRow(item, floor),
        });
        this.move(venue.state);
    }

    /** Shows with each floor how many are there. */
    move({ beacons, receivers }) {
        const positions = [...beacons, ...receivers].map(({ position }) => position).filter(Boolean);
        for (const button of this.#byId("floor-switch").children) {
            const count = positions.filter(({ floor }) => floor === button.dataset.key).length;
            setText(button.lastChild, count ? numberText(count) : "");
            button.lastChild.setAttribute("aria-label", count ? translatedCount(count, "{count} inside", "{count} inside") : "");
        }
    }

    #row(id) {
        const find = () => this.#venue.floors.find((floor) => floor.id === id);
        const tools = make("div", { class: "tools" },
            iconButton("up", "", () => this.#shift(id, 1)), iconButton("down", "", () => this.#shift(id, -1)), iconButton("edit", "", () => this.onedit(find())));
        return make("li", {}, make("span", { class: "mark" }), make("div", { class: "told" }, make("strong"), make("span", { class: "label" })), tools);
    }

    #showRow(item, floor) {
        const name = floorName(floor);
        const place = this.#venue.floors.findIndex(({ id }) => id === floor.id);
        setText(item.querySelector(".mark"), numberText(floor.level));
        setText(item.querySelector("strong"), name);
        setText(item.querySelector(".label"), [translated("{width} × {depth} m", { width: numberText(floor.width, 1), depth: numberText(floor.depth, 1) }), ...held(this.#venue, floor.id)].join(" · "));
        const [up, down, edit] = item.querySelectorAll("button");
        up.disabled = place === this.#venue.floors.length - 1;
        down.disabled = place === 0;
        for (const [button, words] of [[up, translated("Move {name} up", { name })], [down, translated("Move {name} down", { name })], [edit, translated("Change {name}", { name })]]) {
            button.setAttribute("aria-label", words);
            button.title = words;
        }
    }

    #shift(id, by) {
        const ids = this.#venue.floors.map((floor) => floor.id);
        const from = ids.indexOf(id);
        [ids[from], ids[from + by]] = [ids[from + by], ids[from]];
        this.onorder(ids);
    }
}

/** What stands on a floor, in words: nothing that is not there. */
export function held({ receivers, beacons, zones }, id) {
    const count = (things) => things.filter(({ floor }) => floor === id).length;
    const [hung, marks, parts] = [count(receivers), count(beacons), count(zones)];
    return [
        hung ? translatedCount(hung, "{count} receiver", "{count} receivers") : "",
        marks ? translatedCount(marks, "{count} beacon", "{count} beacons") : "",
        parts ? translatedCount(parts, "{count} zone", "{count} zones") : "",
    ].filter(Boolean);
}

function nearestGround(floors) {
    return floors.toSorted((left, right) => Math.abs(left.level) - Math.abs(right.level) || left.level - right.level)[0];
}
