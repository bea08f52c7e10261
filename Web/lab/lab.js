// The lab's entrance: the table of phones whose owners stored their test. What they stored is text of strangers: it is only ever shown as text.

import { dateText, translated, translatedMessage } from "../studio/language/language.js";
import { isOwner } from "../studio/owner.js";
import { root } from "../studio/root.js";
import { figureLines, figureTexts } from "./figure-texts.js";

const byId = (id) => document.getElementById(id);
const element = (name, className = "", textContent = "") => Object.assign(document.createElement(name), { className, textContent });

async function show() {
    const answer = await fetch(new URL("api/phones", root)).catch(() => null);
    if (!answer?.ok) return complain(translated("The table of phones could not be fetched."));
    const [{ phones }, mayDelete] = [await answer.json(), await isOwner()];
    for (const id of ["scroll", "claims"]) byId(id).hidden = phones.length === 0;
    byId("no-phones").hidden = phones.length > 0;
    byId("rows").replaceChildren(...phones.map((phone) => row(phone, mayDelete)));
}

function row({ identifier, day, report }, mayDelete) {
    const made = document.createElement("tr");
    const device = Object.assign(element("th", "device"), { scope: "row" });
    device.append(Object.assign(element("span", "", report.device), { translate: false, dir: "auto" }));
    if (report.isSimulated) device.append(" ", element("span", "simulated", translated("simulated")));
    const browser = element("td", "data");
    browser.append(Object.assign(element("span", "", report.browser), { translate: false, dir: "auto" }));
    const lines = new Map(figureLines(report.figures).map((line) => [line.key, line]));
    const figures = figureTexts.map(({ key }) => {
        const cell = element("td", "", lines.get(key)?.text ?? "–");
        cell.dataset.grade = lines.get(key)?.grade ?? "";
        return cell;
    });
    made.append(device, browser, element("td", "", dateText(`${day}T12:00:00Z`, { dateStyle: "medium" })), ...figures);
    if (mayDelete) made.append(deletion(identifier, report.device));
    return made;
}

function deletion(identifier, device) {
    const cell = document.createElement("td");
    const button = Object.assign(element("button", "button", translated("Delete")), { type: "button" });
    button.setAttribute("aria-label", translated("Delete the test of {device}", { device }));
    button.addEventListener("click", async () => {
        button.disabled = true;
        const answer = await fetch(new URL(`api/phones/${identifier}`, root), { method: "DELETE" }).catch(() => null);
        if (answer?.ok || answer?.status === 404) return show();
        button.disabled = false;
        const { error } = await answer?.json().catch(() => ({})) ?? {};
        complain(translatedMessage(error?.message ?? "") || translated("The studio does not answer."));
    });
    cell.append(button);
    return cell;
}

function complain(text) {
    byId("trouble").textContent = text;
    byId("trouble").hidden = false;
}

byId("heads").append(...figureTexts.map(({ name }) => Object.assign(element("th", "", name), { scope: "col" })), element("td"));
await show();
document.body.dataset.ready = "true";
