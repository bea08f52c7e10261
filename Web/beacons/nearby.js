// The live table of beacons near by.

import { numberText, translated } from "../studio/language/language.js";
import { keep, make, setText } from "./elements.js";
import { age, distance, shortKey, telemetryWords, webLink, zoneWords } from "./words.js";

export class Nearby {
    /** Called with a beacon's key when its owner names or calibrates it. */
    onname = () => {};
    oncalibrate = () => {};
    #byId;
    #open = new Set();

    constructor(byId) {
        this.#byId = byId;
    }

    /** Shows the live state; `receiverName(id)` and `floorWords(position)` name what it has. */
    show({ beacons, total, senders = [] }, receiverName, floorWords) {
        const byId = this.#byId;
        this.#showSenders(senders ?? [], receiverName);
        byId("beacons").hidden = beacons.length === 0;
        byId("nobody").hidden = beacons.length > 0;
        setText(byId("near-count"), total > beacons.length ? translated("the nearest {count} of {total}", { count: numberText(beacons.length), total: numberText(total) })
            : total ? numberText(total) : "");
        const rows = beacons.flatMap((beacon) => (this.#open.has(beacon.beacon) ? [{ beacon }, { beacon, isDetail: true }] : [{ beacon }]));
        keep(byId("beacon-rows"), rows, {
            key: ({ beacon, isDetail }) => `${isDetail ? "detail " : ""}${beacon.beacon}`,
            create: ({ beacon, isDetail }) => (isDetail ? this.#detail(beacon) : this.#row(beacon)),
            update: (row, { beacon, isDetail }) => (isDetail ? this.#showDetail(row, beacon, receiverName, floorWords) : this.#showRow(row, beacon, receiverName)),
        });
    }

    /** What beacons without an identity say. */
    #showSenders(senders, receiverName) {
        this.#byId("senders").hidden = senders.length === 0;
        keep(this.#byId("sender-list"), senders, {
            key: ({ sender }) => sender,
            create: () => make("li", { class: "sender" }, make("p", { class: "said" }), make("span", { class: "label" }), make("span", { class: "label figure" })),
            update: (item, { sender, receiver, rssi, details }) => {
                showSaid(item.children[0], details, translated("A beacon without a web address"));
                setText(item.children[1], `${receiverName(receiver)} · ${sender.replace(/..(?=.)/g, "$&:")}`);
                setText(item.children[2], [signal({ rssi }), age(details.age)].join(" · "));
            },
        });
    }

    #row({ beacon }) {
        const toggle = () => {
            if (!this.#open.delete(beacon)) this.#open.add(beacon);
            button.setAttribute("aria-expanded", this.#open.has(beacon));
            this.onopen?.();
        };
        const button = make("button", { class: "name", type: "button", "aria-expanded": "false", onclick: toggle }, make("strong"), make("span", { class: "label figure" }));
        const cells = [
            make("th", { scope: "row" }, button),
            make("td", {}, make("span", { class: "zone" })),
            make("td", { class: "number figure" }),
            make("td", { class: "wide" }),
            make("td", { class: "number figure wide" }),
            make("td", { class: "number figure" }),
        ];
        return make("tr", {}, ...cells);
    }

    #showRow(row, { beacon, name, links }, receiverName) {
        const [nearest] = links;
        const [head, zone, far, receiver, strength, since] = row.children;
        setText(head.querySelector("strong"), name ?? shortKey(beacon));
        setText(head.querySelector(".label"), name ? shortKey(beacon) : "");
        zone.firstChild.dataset.zone = nearest.proximity;
        setText(zone.firstChild, zoneWords[nearest.proximity]);
        setText(far, distance(nearest));
        setText(receiver, receiverName(nearest.receiver));
        setText(strength, signal(nearest));
        setText(since, age(nearest.age));
    }

    #detail({ beacon }) {
        const buttons = make("div", { class: "row for-owner" },
            make("button", { class: "button small", type: "button", text: translated("Name or place it"), onclick: () => this.onname(beacon) }),
            make("button", { class: "button small", type: "button", text: translated("Calibrate at 1 m"), onclick: () => this.oncalibrate(beacon) }));
        return make("tr", { class: "detail" }, make("td", {}, make("p", { class: "label figure key", text: beacon }), make("p", { class: "where" }), make("p", { class: "said" }), make("ul"), buttons));
    }

    #showDetail(row, { links, position, details }, receiverName, floorWords) {
        showSaid(row.querySelector(".said"), details);
        setText(row.querySelector(".where"), floorWords(position));
        // A span over hidden columns would make room for them.
        row.firstChild.colSpan = [...this.#byId("beacons").tHead.rows[0].cells].filter((cell) => cell.offsetParent).length;
        keep(row.querySelector("ul"), links, {
            key: ({ receiver }) => receiver,
            create: () => make("li", {}, make("span"), make("span"), make("span")),
            update: (item, link) => {
                setText(item.children[0], receiverName(link.receiver));
                setText(item.children[1], distance(link));
                setText(item.children[2], [signal(link), age(link.age)].join(" · "));
            },
        });
    }
}

/** Shows what a beacon says beside its identity: its web address, for whoever taps on it, and its battery. */
function showSaid(element, details, instead = "") {
    const words = details ? telemetryWords(details) : "";
    const key = JSON.stringify([details?.url, words]);
    if (element.dataset.said === key) return;
    element.dataset.said = key;
    const link = webLink(details?.url) ?? (instead && make("strong", { text: instead }));
    element.replaceChildren(...[link, words && make("span", { class: "label", text: words })].filter(Boolean));
}

const signal = ({ rssi }) => (rssi === 127 ? "–" : `${numberText(rssi)} dBm`);
