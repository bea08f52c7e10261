// The billboard page: a tapped poster or screen is anchored and shows images, videos and offers.

import { Session } from "../sightline/sightline.js";
import { filmWith } from "../studio/film-button.js";
import { numberText, translated, translatedCount, translatedMessage } from "../studio/language/language.js";
import { save } from "../studio/saving.js";
import { Stage } from "../studio/stage.js";
import { Boards, engineItem } from "./boards.js";
import { learnPosters } from "./posters.js";
import { Sources } from "./sources.js";
import { Views } from "./views.js";

const byId = (id) => document.getElementById(id);
const session = new Session({ canvas: byId("view"), view: true, billboard: true, parts: ["billboard", "placing"] });
const { billboard } = session;
const sources = new Sources(billboard, () => (billboard.state ? billboard.state.width / billboard.state.height : 1));
const boards = new Boards();
const views = new Views();
let trackingAdvice = "";
let isRunning = false;
/** Whether a person removed the last billboard. */
let isRemoved = false;
/** The identifier of the chosen billboard; null without one. */
let chosen = null;
/** What each billboard shows, by its identifier. */
const contents = new Map();
/** What puts models up; null until one is to be shown. */
let models = null;

const outcomes = {
    nothing: translated("No rectangle is there: tap inside a poster, a screen or a sheet with its edges in view."),
    depthUnknown: translated("Found it, but not yet how far it is: move a step to the side and tap again."),
    notReady: translated("Wait until the camera knows where it is."),
    full: translated("No more billboards can stand here: remove one."),
    curved: translated("That is curved, like a label on a bottle: only flat things can be covered."),
};
const interrupted = translated("The camera was interrupted, so nothing is anchored any more: tap it again.");

const notify = (text) => {
    byId("told").textContent = text;
    stage.advise(text, { isWarning: true });
};
const stage = new Stage(session, translated("Billboard"), {
    onbegin() {
        isRunning = false;
        chosen = null;
        contents.clear();
        models?.begin();
        offer(null);
    },
    onframe(frame, count) {
        if (!isRunning) settle();
        if (count % 15 === 0 && billboard.state?.standingCount > 1) lookAtAll();
        if (count % 15 === 0) putModelsUp();
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
    if (isRunning) billboard.setOptions({ showsCorners: byId("corners").checked, survivesInterruption: byId("survives").checked, addsBillboards: byId("adds").checked });
}

async function recognise() {
    if (!isRunning) return;
    if (!byId("recognises").checked) return billboard.forget();
    await learnPosters(billboard, boards.list);
}

const engineItems = ({ items }) => items.map((item) => engineItem(item, sources));
const isModel = ({ kind }) => kind === "model";

/** Loads what shows models. It has an engine of its own, so that what runs begins again. */
async function loadModels() {
    if (models) return;
    const { BoardModels } = await import("./models.js");
    if (models) return;
    const { source } = stage;
    const isOn = document.body.dataset.run === "running";
    session.stop();
    models = new BoardModels(session);
    if (!isOn) return;
    stage.begin(source);
    notify(translated("What shows models was loaded, and the view began again: tap the poster once more."));
}

/** Puts up the models that billboards show now. */
async function putModelsUp() {
    if (!models || !isRunning) return;
    const shown = (await billboard.list()).map(({ identifier, corners, item }) => ({ identifier, corners, item: contents.get(identifier)?.items[item] }));
    await models.show(shown.filter(({ item }) => item && isModel(item)).map(({ item: { address }, ...each }) => ({ ...each, address }))).catch(({ message }) => notify(message));
}

/** Shows the chosen board's items on the chosen billboard, and on those that are found from now on. */
async function show() {
    listBoards();
    if (boards.shown.items.some(isModel)) await loadModels();
    if (!isRunning) return;
    await billboard.setProgram(engineItems(boards.shown));
    const standing = new Set((await billboard.list()).map(({ identifier }) => identifier));
    if (chosen !== null) contents.set(chosen, boards.shown);
    for (const [identifier, board] of contents) {
        const present = standing.has(identifier) && boards.present(board);
        if (present) contents.set(identifier, present);
        else contents.delete(identifier);
    }
    const items = [boards.shown, ...contents.values()].flatMap(engineItems);
    await sources.play(items.map(({ source }) => source).filter(Boolean)).catch((error) => notify(translatedMessage(error.message)));
    await putModelsUp();
}

function listBoards() {
    byId("boards").replaceChildren(...boards.list.map(({ name }, number) => new Option(name, number)));
    byId("boards").value = String(boards.shownNumber);
}

/** Follows the choice of a billboard: a known one keeps what it shows, a poster shows its own content. */
function meet(state) {
    const identifier = state?.identifier ?? null;
    if (identifier === chosen) return;
    chosen = identifier;
    if (identifier === null) return contents.clear();
    if (contents.has(identifier)) {
        boards.select(contents.get(identifier));
        listBoards();
        return sayShown(true);
    }
    if (state.reference !== null && boards.list[state.reference]) return boards.choose(state.reference);
    contents.set(identifier, boards.shown);
    sayShown(true);
    show();
}

/** Counts what all billboards show. */
async function lookAtAll() {
    const billboards = await billboard.list();
    views.look(billboards.map(({ identifier, item }) => [contents.get(identifier)?.identifier, contents.get(identifier)?.items[item]?.identifier]));
}

billboard.onchange = (state) => {
    const isLost = document.body.dataset.anchored === "true" && !state && !isRemoved;
    if (!state) isRemoved = false;
    meet(state);
    Object.assign(document.body.dataset, { anchored: state !== null, item: state?.item ?? "" });
    byId("remove").disabled = state === null;
    stage.text("size", state ? `${numberText(100 * state.width, 1)} × ${numberText(100 * state.height, 1)} cm` : "");
    if (trackingAdvice !== null) {
        stage.state("notReady", translated("NOT READY"));
        stage.advise(trackingAdvice);
    } else if (state) {
        stage.state("anchored", state.reference === null ? translated("ANCHORED") : translated("RECOGNISED"));
        stage.advise("");
    } else {
        stage.state("ready", translated("READY"));
        stage.advise(translated("Tap a poster or a screen."));
    }
    if (isLost && isRunning) notify(interrupted);
    if (state?.standingCount === 1) views.look([[boards.shown.identifier, boards.shown.items[state.item]?.identifier]]);
    if (state === null) views.look([]);
};

/** Reports what the billboard shows, if it is anchored. */
function sayShown(isAnchored = billboard.state !== null) {
    const count = billboard.state?.standingCount ?? 0;
    const others = count > 1 ? translatedCount(count, "{count} billboard stands.", "{count} billboards stand.") : "";
    const text = isAnchored ? translated("Anchored. It shows “{name}”.", { name: boards.shown.name }) : translated("Nothing is anchored yet.");
    byId("told").textContent = [text, others].filter(Boolean).join(" ");
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
async function act() {
    const tapped = (await billboard.list()).find(({ isChosen }) => isChosen);
    const item = contents.get(tapped?.identifier)?.items[tapped.item];
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
    const { standingCount } = billboard.state ?? { standingCount: 1 };
    isRemoved = billboard.state !== null && standingCount === 1;
    await billboard.remove();
    putModelsUp();
    if (standingCount === 1) sayShown(false);
});
byId("offer-close").addEventListener("click", () => offer(null));
byId("boards").addEventListener("change", ({ target }) => boards.choose(Number(target.value)));
for (const id of ["corners", "survives", "adds"]) byId(id).addEventListener("change", setOptions);
byId("recognises").addEventListener("change", recognise);
byId("save-picture").addEventListener("click", async () => {
    if (!isRunning) return notify(translated("Nothing is running yet."));
    save(await session.snapshot(), "billboard.png", "image/png");
});
filmWith(byId("film"), byId("view"), "billboard", notify);

const ownKinds = { image: "picture", video: "video" };
byId("mine").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    const kind = file.name.toLowerCase().endsWith(".glb") ? "model" : file.type === "image/svg+xml" ? null : ownKinds[file.type.split("/")[0]];
    if (!kind) return notify(translated("Choose a PNG, JPEG or WebP picture, an MP4 or WebM video, or a model (.glb)."));
    boards.add({ identifier: null, name: file.name, reference: null, items: [{ kind, address: URL.createObjectURL(file), link: "" }] });
});
byId("live").addEventListener("click", async ({ currentTarget: button }) => {
    const { wishForm } = await import("../studio/live-values/wish-form.js");
    if (button.hidden) return;
    button.hidden = true;
    const { form } = wishForm(translated("Show"), (wish) => {
        boards.add({ identifier: null, name: wish.title || wish.channel, reference: null, items: [{ kind: "live", ...wish, link: "" }] });
        return "";
    });
    button.parentElement.after(form);
    form.elements.channel.focus();
});
byId("words").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("words-text").value.trim();
    if (!text) return;
    boards.add({ identifier: null, name: text, reference: null, items: [{ kind: "text", text, ground: 0xbf3d0a, link: "" }] });
    byId("words-text").value = "";
});

boards.onchange = () => {
    if (chosen !== null) contents.set(chosen, boards.shown);
    offer(null);
    sayShown();
    show();
};
boards.onlist = () => recognise().then(show).catch((error) => notify(translatedMessage(error.message)));
boards.fetch().catch(() => {});
listBoards();
