// The root of the studio's addresses. Modules come from `…/@VERSION/studio/`, so that browsers may cache them; requests
// do not go there.

/** The studio's root: `new URL("api/pages", root)`. */
export const root = new URL(new URL("../", import.meta.url).href.replace(/\/@[^/]*\/$/, "/"));
