// Stores the studio's pages for times without a network. With one, every file comes from the server; the stored files
// are one complete version, fetched together, so that old and new never mix.

const scope = new URL("./", self.location.href);
const prefix = "sightline-pages-";
/** Paths that are dynamic, or not pages. */
const passedOver = ["api/", "recordings/", "app/", "apps/", "console/api/", "certificate.crt"];
const patience = 4000;
/** The part of an address with the pages' version; stored addresses have none. */
const versionPart = /^@[^/]*\//;

self.addEventListener("install", (event) => event.waitUntil(update().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const { method, url, mode } = event.request;
    const isOurs = method === "GET" && url.startsWith(scope.href);
    if (!isOurs || passedOver.some((path) => url.slice(scope.href.length).startsWith(path))) return;
    event.respondWith(answer(event.request));
    if (mode === "navigate") event.waitUntil(update().catch(() => {}));
});

// Shows a notice of the studio that the browser's push service delivered.
self.addEventListener("push", (event) => {
    const { title, body, image, url, tag } = event.data.json();
    const icon = new URL("studio/icon-192.png", scope).href;
    event.waitUntil(self.registration.showNotification(title, { body, image, tag, icon, data: { url } }));
});
self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(self.clients.openWindow(new URL(event.notification.data?.url ?? "beacons/", scope)));
});

/** Answers from the server; from the stored files if it is not reachable or too slow. */
async function answer(request) {
    const path = request.url.slice(scope.href.length).replace(versionPart, "");
    const kept = await caches.match(new URL(path, scope), { ignoreSearch: true });
    const fetched = fetch(request);
    if (!kept) return fetched;
    const late = new Promise((done) => setTimeout(() => done(kept), patience));
    return Promise.race([fetched.catch(() => kept), late]);
}

/** Fetches all pages if the server's version differs from the stored one. */
async function update() {
    const { version, files } = await list();
    const name = prefix + version;
    const known = (await caches.keys()).filter((each) => each.startsWith(prefix));
    if (!known.includes(name)) {
        await caches.delete(prefix + "new");
        const cache = await caches.open(prefix + "new");
        await Promise.all(files.map((path) => keep(cache, path, version)));
        if ((await list()).version !== version) return update();
        await rename(cache, name);
    }
    await Promise.all(known.filter((each) => each !== name).map((each) => caches.delete(each)));
}

/**
 * Stores a file in a cache: a page in its present state, another file by its version, which the browser may have
 * fetched already.
 */
async function keep(cache, path, version) {
    const isPage = path === "" || path.endsWith("/") || path.endsWith(".html");
    const from = isPage ? new Request(new URL(path, scope), { cache: "no-cache" }) : new URL(`@${version}/${path}`, scope);
    const response = await fetch(from);
    if (!response.ok) throw new Error(`${path} could not be fetched: ${response.status}`);
    await cache.put(new URL(path, scope), response);
}

/** A cache is complete from the moment it has its name. */
async function rename(cache, name) {
    const whole = await caches.open(name);
    for (const request of await cache.keys()) await whole.put(request, await cache.match(request));
    await caches.delete(prefix + "new");
}

async function list() {
    const response = await fetch(new URL("api/pages", scope), { cache: "no-store" });
    if (!response.ok) throw new Error(`The list of pages could not be fetched: ${response.status}`);
    return response.json();
}
