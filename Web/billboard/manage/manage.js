// The owner's page of billboards.

import { translated, translatedMessage } from "../../studio/language/language.js";
import { requireOwner } from "../../studio/owner.js";
import { BoardPanel } from "./board-panel.js";
import { studio } from "./studio-api.js";

const byId = (id) => document.getElementById(id);
const templates = { board: byId("board"), item: byId("item") };

function notify(text, isBad = false) {
    byId("told").textContent = text;
    byId("told").dataset.bad = isBad;
    if (isBad) byId("told").scrollIntoView({ block: "nearest" });
}

async function list(opened = null) {
    const boards = await studio.billboards();
    const panels = boards.map((board) => new BoardPanel(board, templates, notify, list));
    byId("boards").replaceChildren(...panels.map(({ element }) => element));
    byId("empty").hidden = boards.length > 0;
    const place = boards.findIndex(({ identifier }) => identifier === opened);
    if (place >= 0) panels[place].open();
}

async function open() {
    byId("desk").hidden = false;
    await list().catch((error) => notify(translatedMessage(error.message), true));
}

byId("new").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
        const { identifier } = await studio.make(byId("new-name").value.trim());
        byId("new-name").value = "";
        notify("");
        await list(identifier);
    } catch (error) {
        notify(translatedMessage(error.message), true);
    }
});

requireOwner(byId("door"), open, translated("Only the studio's owner makes billboards"));
