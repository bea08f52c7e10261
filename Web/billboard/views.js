// Reports viewed items to the studio: once for each time an item is shown and visible for a second.

const seconds = 1;

export class Views {
    /** Of each shown item since when, and whether it was reported. */
    #seen = new Map();

    /** Sets the shown content: `[board, item]` by their identifiers, of each billboard; null for content without one. */
    look(shown) {
        const now = performance.now() / 1000;
        const keys = new Set(shown.filter(([board, item]) => board && item).map(([board, item]) => `${board}/items/${item}`));
        for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key);
        for (const key of keys) {
            if (!this.#seen.has(key)) this.#seen.set(key, { since: now, isTold: false });
            const view = this.#seen.get(key);
            if (view.isTold || now - view.since < seconds) continue;
            view.isTold = true;
            fetch(`../api/billboards/${key}/views`, { method: "POST", keepalive: true }).catch(() => {});
        }
    }
}
