// Persistent anchors (Anchors §6): the map of a place with the anchors that have handles, in the browser's storage for
// this site.

const [database, store, key] = ["sightline-webxr", "places", "last"];

function opened() {
    return new Promise((done, fail) => {
        const request = indexedDB.open(database, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(store);
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
    });
}

async function withStore(mode, act) {
    const connection = await opened();
    try {
        return await new Promise((done, fail) => {
            const transaction = connection.transaction(store, mode);
            const request = act(transaction.objectStore(store));
            transaction.oncomplete = () => done(request.result);
            transaction.onabort = () => fail(transaction.error);
        });
    } finally {
        connection.close();
    }
}

/** The stored place: its map, and the identifiers of its anchors by their handles. */
export class KeptPlace {
    /** The stored place; null if there is none, or the browser stores nothing for this page. */
    static async load() {
        const kept = await withStore("readonly", (place) => place.get(key)).catch(() => null);
        return kept ? new KeptPlace(kept.map, kept.handles) : null;
    }

    constructor(map = null, handles = new Map()) {
        Object.assign(this, { map, handles });
    }

    /** Stores an anchor with the present map; returns the anchor's handle. */
    async keep(identifier, map) {
        const known = [...this.handles].find(([, each]) => each === identifier)?.[0];
        const handle = known ?? crypto.randomUUID();
        this.handles.set(handle, identifier);
        this.map = map;
        await this.#save();
        return handle;
    }

    async forget(handle) {
        this.handles.delete(handle);
        await this.#save();
    }

    #save() {
        const { map, handles } = this;
        return withStore("readwrite", (place) => (handles.size > 0 ? place.put({ map, handles }, key) : place.delete(key)));
    }
}
