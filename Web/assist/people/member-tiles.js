// The members as small round tiles: the video if there is one, else initials; a ring marks the speaker.

import { personName } from "./person-names.js";

export function memberTiles(list) {
    const tiles = new Map();

    function tile(id) {
        if (tiles.has(id)) return tiles.get(id);
        const item = document.createElement("li");
        const video = Object.assign(document.createElement("video"), { playsInline: true, autoplay: true, muted: true });
        const name = document.createElement("span");
        item.append(video, name);
        list.append(item);
        tiles.set(id, item);
        return item;
    }

    return {
        take(id, change) {
            if (id === "own") return document.getElementById("own-level").style.setProperty("--level", change.level.toFixed(2));
            if (change === null) {
                tiles.get(id)?.remove();
                return tiles.delete(id);
            }
            const item = tiles.get(id) ?? (change.stream ? tile(id) : null);
            if (!item) return;
            if (change.stream) {
                item.querySelector("video").srcObject = change.stream;
                item.querySelector("video").play().catch(() => {});
            }
            if (change.name) item.querySelector("span").textContent = personName(change.name);
            if (change.level !== undefined) item.style.setProperty("--level", change.level.toFixed(2));
        },
        clear() {
            tiles.clear();
            list.replaceChildren();
        },
    };
}
