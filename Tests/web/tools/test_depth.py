"""Depth maps in a page: made in a worker beside the engine, met by hit tests, shown by the track page."""
import io

import numpy
import pytest
from PIL import Image

from conftest import at_size
from waiting import until

SESSION = """async (settings) => {
    const { Session } = await import("/sightline/sightline.js");
    const session = globalThis.session = new Session();
    globalThis.told = { maps: [], frames: 0, depths: 0, hits: [], meshes: [], changes: 0, faults: [], isOver: false };
    session.ondepth = ({ timestampNanoseconds, width, height, depth, sigma, focalLength, worldFromCamera, milliseconds }) => told.maps.push({
        stamp: Number(timestampNanoseconds), width, height, lengths: [depth.length, sigma.length], focalLength, camera: worldFromCamera.translation, milliseconds,
        known: depth.filter((metres) => metres > 0).length / depth.length,
        agrees: depth.every((metres, index) => (metres > 0) === (sigma[index] > 0)),
    });
    const known = new Set();
    session.onmesh = ({ added, updated, removed }) => {
        if (added.some((each) => known.has(each)) || [...updated, ...removed].some((each) => !known.has(each))) told.faults.push("an event that cannot be");
        added.forEach((each) => known.add(each));
        removed.forEach((each) => known.delete(each));
        told.changes += 1;
        told.meshes = [...known];
    };
    session.onframe = async (frame) => {
        told.frames += 1;
        if (frame.depth?.depth.length === 19200) told.depths += 1;
        if (!frame.depth || told.frames % 10) return;
        const all = await Promise.all([["depth"], ["existingPlaneUsingExtent"], ["mesh"]].map((types) => session.hitTest(320, 300, types)));
        told.hits.push(all.map(([hit]) => hit && { type: hit.type, distance: hit.distance, covariance: hit.covariance }));
    };
    session.onerror = (error) => told.faults.push(error.message);
    session.onend = () => { told.isOver = true; };
    if (settings.depth) await session.startDepth(settings.depth);
    await session.run({ recording: settings.recording, pace: settings.pace });
}"""


def start(page, studio, depth, pace=2):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{studio}track/")
    page.evaluate(SESSION, {"recording": f"{studio}recordings/walk/", "depth": depth, "pace": pace})
    return asked


@pytest.fixture
def tab(page_browser):
    page = page_browser.new_page()
    yield page
    page.close()


@pytest.mark.realtime
def test_maps_come_beside_the_frames_and_hit_tests_meet_them(tab, studio):
    start(tab, studio, {"mapsPerSecond": 5, "mesh": True})
    until(tab, "told.isOver || told.faults.length > 0", 120)
    told = tab.evaluate("told")
    assert told["faults"] == []
    maps = told["maps"]
    print(f"{len(maps)} maps of {told['frames']} frames, median {numpy.median([each['milliseconds'] for each in maps]):.1f} ms")
    assert len(maps) > 8 and told["depths"] > 0.4 * told["frames"]
    for each in maps:
        assert (each["width"], each["height"], each["lengths"]) == (160, 120, [19200, 19200])
        assert each["agrees"] and 50 < each["focalLength"][0] < 400
    assert numpy.mean([each["known"] for each in maps]) > 0.4
    gaps = numpy.diff([each["stamp"] for each in maps]) / 1e9
    assert gaps.min() > 0.199, "no more maps than were asked for"
    for place, kind in ((0, "depth"), (2, "mesh")):
        both = [(each[place], each[1]) for each in told["hits"] if each[place] and each[1]]
        assert len(both) > 3, kind
        errors = [abs(hit["distance"] / plane["distance"] - 1) for hit, plane in both]
        assert numpy.median(errors) < 0.05, errors
        assert all(hit["type"] == kind and min(hit["covariance"][i] for i in (0, 3, 5)) > 0 for hit, _ in both)
    check_meshes(tab, told)
    check_uses(tab)


def check_uses(tab):
    """What asks for several types gets the mesh among them, an anchor can stand on it, and a place on the table itself is no heap."""
    hits, anchor, anchors, thing, sky = tab.evaluate("""async () => {
        const hits = await session.hitTest(320, 300);
        const [mesh] = await session.hitTest(320, 300, ["mesh"]);
        const anchor = await session.addAnchor({ x: 320, y: 300, types: ["mesh"] });
        return [hits, mesh && anchor, session.frame.anchors.length, await session.measureThing(320, 300), await session.measureThing(-1e6, 0)];
    }""")
    assert [hit["distance"] for hit in hits] == sorted(hit["distance"] for hit in hits)
    assert {"mesh", "existingPlaneUsingExtent"} <= {hit["type"] for hit in hits}
    assert anchor is not None and anchors > 0
    assert thing["result"] in ("noSurface", "hidden", "done") and sky["result"] == "unseen", (thing, sky)


def check_meshes(tab, told):
    """The last frame's mesh anchors are those of the events, and lie on the planes that were found, among other things."""
    meshes, levels = tab.evaluate("""() => {
        const { meshAnchors, anchors } = session.frame;
        const levels = anchors.filter(({ plane }) => plane?.alignment === "horizontal").map(({ worldFromAnchor }) => worldFromAnchor.translation[1]);
        return [meshAnchors.map(({ identifier, vertices, indices, worldFromAnchor: { translation } }) => ({
            identifier, triangles: indices.length / 3, last: Math.max(...indices), count: vertices.length / 3,
            heights: Array.from(vertices).filter((_, index) => index % 3 === 1).map((y) => y + translation[1]),
        })), levels];
    }""")
    assert sorted(each["identifier"] for each in meshes) == sorted(told["meshes"]) and len(meshes) > 1
    assert told["changes"] > 2
    assert all(each["triangles"] > 0 and each["last"] < each["count"] for each in meshes)
    assert sum(each["triangles"] for each in meshes) > 200
    heights = numpy.concatenate([each["heights"] for each in meshes])
    off = numpy.abs(heights[:, None] - numpy.array(levels)[None, :]).min(axis=1)
    print(f"{len(meshes)} mesh anchors, {len(heights)} vertices, {(off < 0.03).mean():.0%} of them at a level plane's height")
    assert (off < 0.03).mean() > 0.2


def test_a_session_without_depth_fetches_no_estimator_and_has_no_maps(tab, studio):
    asked = start(tab, studio, None, pace=4)
    until(tab, "told.frames > 60", 120)
    assert tab.evaluate("[told.maps.length, told.depths, session.frame.depth, session.frame.meshAnchors]") == [0, 0, None, []]
    assert not [url for url in asked if "depth.wasm" in url or "mesh-anchors.js" in url]


def test_stopped_depth_makes_no_more_maps(tab, studio):
    start(tab, studio, {"mapsPerSecond": 10}, pace=1)
    until(tab, "told.maps.length > 1 || told.faults.length > 0", 120)
    assert tab.evaluate("told.faults") == []
    # What is hidden behind real things needs maps, whether the page wants them or not.
    count = tab.evaluate("session.occlude().then(() => { session.stopDepth(); return told.maps.length; })")
    until(tab, f"told.maps.length > {count + 1}", 60)
    tab.evaluate("session.occlude(false)")
    tab.wait_for_timeout(300)
    count, frames = tab.evaluate("[told.maps.length, told.frames]")
    until(tab, f"told.frames > {frames + 20}", 60)
    assert tab.evaluate("told.maps.length") == count


def test_an_estimator_that_cannot_be_fetched_and_a_rate_that_cannot_be_are_said(tab, studio):
    tab.route("**/depth.wasm", lambda route: route.abort())
    tab.goto(f"{studio}track/")
    told = tab.evaluate("""async () => {
        const { Session } = await import("/sightline/sightline.js");
        const session = new Session();
        const refusal = (options) => session.startDepth(options).then(() => null, (error) => `${error.name}: ${error.message}`);
        return [await refusal({ mapsPerSecond: 0 }), await refusal({ mapsPerSecond: NaN }), await refusal()];
    }""")
    assert told[:2] == ["TypeError: mapsPerSecond must be above 0 and at most 60."] * 2
    assert told[2].startswith("TypeError: Failed to fetch")


@pytest.mark.long
@at_size("desktop")
def test_the_track_page_shows_depth_as_colours(page, studio):
    page.goto(f"{studio}track/?recording=walk")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#depth")
    assert page.get_attribute("#depth", "aria-pressed") == "true"
    page.click("#play")
    until(page, "Number(document.body.dataset.depthMaps) > 12", 120)
    page.click("#play")
    page.wait_for_timeout(300)
    picture = numpy.array(Image.open(io.BytesIO(page.screenshot())).convert("RGB")).astype(int)
    box = page.evaluate("(({ x, y, width, height }) => [x, y, width, height])(document.getElementById('picture').getBoundingClientRect())")
    left, top, width, height = (int(each) for each in box)
    view = picture[top : top + height, left : left + width]
    coloured = (view.max(axis=2) - view.min(axis=2)) > 60
    assert coloured.mean() > 0.15, "the map lies over the image"
    assert float(page.evaluate("document.body.dataset.depthKnown")) > 0.3
    page.click("#depth")
    assert page.get_attribute("#depth", "aria-pressed") == "false"
