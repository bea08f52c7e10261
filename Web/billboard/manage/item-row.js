// One item of a billboard in its owner's form.

import { numberText, translated } from "../../studio/language/language.js";

/** The fields that say which value of a channel is shown. */
const liveNames = ["channel", "event", "field"];
const secondsOf = (text) => (text ? new Date(text).getTime() / 1000 : null);

/** Seconds since 1970 in the format of a local date and time field. */
function localText(seconds) {
    if (seconds == null) return "";
    const date = new Date(seconds * 1000);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A row of the template for an item. */
export function itemRow(template, item) {
    const row = template.content.firstElementChild.cloneNode(true);
    const field = (name) => row.querySelector(`[name="${name}"]`);
    row.item = item;
    field("link").value = item.link ?? "";
    field("from").value = localText(item.from);
    field("until").value = localText(item.until);
    field("duration").value = item.duration ?? 6;
    row.querySelector(".views").textContent = numberText(item.views ?? 0);
    const preview = row.querySelector(".preview");
    if (item.kind === "text" || item.kind === "live") {
        const words = field(item.kind === "text" ? "text" : "title");
        for (const each of row.querySelectorAll(item.kind === "text" ? ".words" : ".live")) each.hidden = false;
        for (const name of liveNames) field(name).value = item[name] ?? "";
        words.value = item.text ?? "";
        field("ground").value = `#${(item.ground ?? 0xbf3d0a).toString(16).padStart(6, "0")}`;
        const show = () => {
            preview.textContent = words.value || field("channel").value;
            preview.style.background = field("ground").value;
            preview.style.color = "#fff";
        };
        for (const each of [words, field("channel"), field("ground")]) each.addEventListener("input", show);
        show();
    } else if (item.kind === "model") {
        preview.textContent = translated("3-D model");
    } else {
        const picture = document.createElement(item.kind === "video" ? "video" : "img");
        Object.assign(picture, { src: item.address, alt: "", muted: true });
        preview.append(picture);
    }
    field("remove").addEventListener("click", () => row.remove());
    field("up").addEventListener("click", () => row.previousElementSibling?.before(row));
    return row;
}

/** The item from its row's present fields. */
export function itemOf(row) {
    const value = (name) => row.querySelector(`[name="${name}"]`).value;
    const { identifier, kind, file } = row.item;
    const item = { identifier, kind, file, link: value("link").trim(), from: secondsOf(value("from")), until: secondsOf(value("until")), duration: Number(value("duration")) };
    const ground = Number.parseInt(value("ground").slice(1), 16);
    if (kind === "text") return { ...item, text: value("text").trim(), ground };
    if (kind === "live") return { ...item, ...Object.fromEntries(liveNames.map((name) => [name, value(name).trim()])), text: value("title").trim(), ground };
    return item;
}
