// Keeps the screen on while a camera is used, because an untouched phone would switch it off.

/** Holds the browser's wake lock from `hold` to `release`; does nothing if the browser has none. */
export class WakeLock {
    #isWanted = false;
    #sentinel = null;
    #follow = () => this.#take();

    hold() {
        if (this.#isWanted) return;
        this.#isWanted = true;
        // The browser releases the lock while the page is hidden.
        document.addEventListener("visibilitychange", this.#follow);
        this.#take();
    }

    release() {
        this.#isWanted = false;
        document.removeEventListener("visibilitychange", this.#follow);
        this.#sentinel?.release().catch(() => {});
        this.#sentinel = null;
    }

    async #take() {
        if (!this.#isWanted || document.hidden || !navigator.wakeLock) return;
        if (this.#sentinel && !this.#sentinel.released) return;
        // A browser refuses on a low battery; the page works without.
        const sentinel = await navigator.wakeLock.request("screen").catch(() => null);
        if (!sentinel) return;
        if (this.#isWanted && (!this.#sentinel || this.#sentinel.released)) this.#sentinel = sentinel;
        else sentinel.release().catch(() => {});
    }
}
