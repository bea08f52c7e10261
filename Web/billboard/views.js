// Reports viewed items to the studio: once for each time an item is shown and visible for a second.

const seconds = 1;

export class Views {
    #seen = null;
    #since = 0;
    #isTold = false;

    /** Sets the shown content: a board's identifier and an item's, or null. */
    look(board, item) {
        const now = performance.now() / 1000;
        const key = board && item ? `${board}/${item}` : null;
        if (key !== this.#seen) {
            this.#seen = key;
            this.#since = now;
            this.#isTold = false;
        }
        if (!key || this.#isTold || now - this.#since < seconds) return;
        this.#isTold = true;
        fetch(`../api/billboards/${board}/items/${item}/views`, { method: "POST", keepalive: true }).catch(() => {});
    }
}
