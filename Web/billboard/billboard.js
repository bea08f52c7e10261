// The billboard page: a tapped poster or screen is anchored and shows images, videos and offers.

import { Session } from "../sightline/sightline.js";
import { filmWith } from "../studio/film-button.js";
import { numberText, translated, translatedMessage } from "../studio/language/language.js";
import { save } from "../studio/saving.js";
import { Stage } from "../studio/stage.js";
import { Boards, engineItem } from "./boards.js";
import { learnPosters } from "./posters.js";
import { Sources } from "./sources.js";
import { Views } from "./views.js";

const byId = (id) => document.getElementById(id);
const session = new Session({ canvas: byId("view"), view: true, billboard: true, parts: ["billboard"] });
const { billboard } = session;
const sources = new Sources(billboard);
const boards = new Boards();
const views = new Views();
let trackingAdvice = "";
let isRunning = false;
let recognised = null;
let isRemoved = false;

const outcomes = {
    nothing: translated("No rectangle is there: tap inside a poster, a screen or a sheet with its edges in view."),
    depthUnknown: translated("Found it, but not yet how far it is: move a step to the side and tap again."),
    notReady: translated("Wait until the camera knows where it is."),
};
const interrupted = translated("The camera was interrupted, so nothing is anchored any more: tap it again.");

const notify = (text) => {
    byId("told").textContent = text;
    stage.advise(text, { isWarning: true });
};
const stage = new Stage(session, translated("Billboard"), {
    onbegin() {
        isRunning = false;
        recognised = null;
        offer(null);
    },
    onframe(frame) {
        if (!isRunning) settle();
        trackingAdvice = stage.trackingAdvice(frame);
        byId("find").disabled = trackingAdvice !== null;
    },
});

/** Sets the program and the posters of a new session. */
async function settle() {
    isRunning = true;
    setOptions();
    await show();
    await recognise();
}

function setOptions() {
    if (isRunning) billboard.setOptions({ showsCorners: byId("corners").checked, survivesInterruption: byId("survives").checked });
}

async function recognise() {
    if (!isRunning) return;
    if (!byId("recognises").checked) return billboard.forget();
    await learnPosters(billboard, boards.list);
}

/** Shows the chosen board's items. */
async function show() {
    listBoards();
    if (!isRunning) return;
    const items = boards.shown.items.map((item) => engineItem(item, sources));
    await billboard.setProgram(items);
    await sources.play(items.map(({ source }) => source).filter(Boolean)).catch((error) => notify(translatedMessage(error.message)));
}

function listBoards() {
    byId("boards").replaceChildren(...boards.list.map(({ name }, number) => new Option(name, number)));
    byId("boards").value = String(boards.shownNumber);
}

billboard.onchange = (state) => {
    const isLost = document.body.dataset.anchored === "true" && !state && !isRemoved;
    if (!state) isRemoved = false;
    Object.assign(document.body.dataset, { anchored: state !== null, item: state?.item ?? "" });
    byId("remove").disabled = state === null;
    if (state && state.reference !== null && state.reference !== recognised) boards.choose(state.reference);
    recognised = state?.reference ?? null;
    stage.text("size", state ? `${numberText(100 * state.width, 1)} × ${numberText(100 * state.height, 1)} cm` : "");
    if (trackingAdvice !== null) {
        stage.state("notReady", translated("NOT READY"));
        stage.advise(trackingAdvice);
    } else if (state) {
        stage.state("anchored", recognised === null ? translated("ANCHORED") : translated("RECOGNISED"));
        stage.advise("");
    } else {
        stage.state("ready", translated("READY"));
        stage.advise(translated("Tap a poster or a screen."));
    }
    if (isLost && isRunning) notify(interrupted);
    const board = state ? boards.shown : null;
    views.look(board?.identifier, board?.items[state?.item]?.identifier);
};

/** Reports what the billboard shows, if it is anchored. */
function sayShown(isAnchored = billboard.state !== null) {
    byId("told").textContent = isAnchored ? translated("Anchored. It shows “{name}”.", { name: boards.shown.name }) : translated("Nothing is anchored yet.");
}

async function tap(...place) {
    if (!isRunning) return;
    const outcome = await billboard.tap(...place);
    if (outcome === "content") return act();
    offer(null);
    if (outcome === "found") {
        navigator.vibrate?.(15);
        sayShown(true);
    } else {
        notify(outcomes[outcome]);
    }
}

/** The action of a tap on the content: a video's sound, an offer's link. */
function act() {
    const item = boards.shown.items[billboard.state?.item];
    if (!item) return;
    if (item.kind === "video" && !item.link) {
        const isLoud = sources.toggleSound(sources.numberOf(item));
        return stage.advise(isLoud ? translated("Sound on.") : translated("Sound off."), { isWarning: true });
    }
    offer(item);
}

/** Shows an item's link; a person decides whether to open it. */
function offer(item) {
    byId("offer").hidden = !item;
    if (!item) return;
    byId("offer-text").textContent = item.text?.replaceAll("\n", " ") || boards.shown.name;
    const link = safeLink(item.link);
    byId("offer-link").hidden = !link;
    if (link) byId("offer-link").href = link;
}

function safeLink(text) {
    if (!text) return null;
    try {
        const address = new URL(text, location.href);
        return ["http:", "https:"].includes(address.protocol) ? address.href : null;
    } catch {
        return null;
    }
}

byId("view").addEventListener("click", (event) => tap(...stage.placeOf(event)));
byId("view").addEventListener("keydown", (event) => event.key === "Enter" && tap());
byId("find").addEventListener("click", () => tap());
byId("remove").addEventListener("click", async () => {
    offer(null);
    isRemoved = billboard.state !== null;
    await billboard.remove();
    sayShown(false);
});
byId("offer-close").addEventListener("click", () => offer(null));
byId("boards").addEventListener("change", ({ target }) => boards.choose(Number(target.value)));
for (const id of ["corners", "survives"]) byId(id).addEventListener("change", setOptions);
byId("recognises").addEventListener("change", recognise);
byId("save-picture").addEventListener("click", async () => {
    if (!isRunning) return notify(translated("Nothing is running yet."));
    save(await session.snapshot(), "billboard.png", "image/png");
});
filmWith(byId("film"), byId("view"), "billboard", notify);

byId("mine").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = "";
    const kind = file?.type.split("/")[0];
    if (!file || !["image", "video"].includes(kind) || file.type === "image/svg+xml") return file && notify(translated("Choose a PNG, JPEG or WebP picture, or an MP4 or WebM video."));
    const address = URL.createObjectURL(file);
    boards.add({ identifier: null, name: file.name, reference: null, items: [{ kind: kind === "image" ? "picture" : "video", address, link: "" }] });
});
byId("words").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("words-text").value.trim();
    if (!text) return;
    boards.add({ identifier: null, name: text, reference: null, items: [{ kind: "text", text, ground: 0xbf3d0a, link: "" }] });
    byId("words-text").value = "";
});

boards.onchange = () => {
    offer(null);
    sayShown();
    show();
};
boards.onlist = () => recognise().then(show).catch((error) => notify(translatedMessage(error.message)));
boards.fetch().catch(() => {});
listBoards();
