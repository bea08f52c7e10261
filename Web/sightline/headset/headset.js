// A tool in a headset, or wherever the browser tracks by itself: its hands and controllers point and select, and the tool's scene is
// drawn for both eyes over the room.

import { inverse } from "../core/rigid.js";
import { rotated, transformed } from "../core/projection.js";
import { Labels } from "./labels.js";
import { lying, placedAt, rod } from "./matrices.js";
import { Panel } from "./panel.js";
import { Pointers } from "./pointers.js";
import { movedRay, nearestHit, pointAt } from "./ray-geometry.js";
import { box, ring, square } from "./shapes.js";
import { StereoView } from "./stereo-view.js";
import { poseOf } from "../sources/xr.js";

/** A ray that meets nothing is shown so long; metres. */
const rayLength = 2.5;
const rayThickness = 0.0025;
/** The radius of the reticle at a distance of one metre, metres. */
const reticleRadius = 0.014;
/** Without surfaces nothing can be pointed at, so a browser that finds none refuses the session. */
const [requiredFeatures, optionalFeatures] = [["plane-detection"], ["hand-tracking"]];

/**
 * Works a tool (`DrawWithRays`, `MeasureWithRays`) by the pointers of the browser's own tracking. Run the session with its `source`, in a tap:
 * `session.run(headset.source)`. `panel` has buttons and words that the page shows; `color` is that of the reticle, red, green, blue 0…1.
 */
export class Headset {
    panel = new Panel();
    color = [1, 1, 1];
    /** Called before each of the headset's frames is drawn. */
    onframe = null;
    #session;
    #tool;
    #xr = null;
    #view;
    #meshes;
    #labels;
    #pointers;
    #picture = null;
    /** The number of the pointer that aims: the last that selected. */
    #aiming = null;

    /** @param {any} session @param {any} tool */
    constructor(session, tool) {
        this.#session = session;
        this.#tool = tool;
    }

    /** Whether it shows the tool now. */
    get isOpen() {
        return this.#xr !== null;
    }

    /** What `session.run` takes. */
    get source() {
        return { xr: { images: false, requiredFeatures, optionalFeatures, onstart: (xr) => this.#open(xr) } };
    }

    /** Ends the browser's session; the page has its results. */
    leave() {
        this.#xr?.session.end();
    }

    #open(xr) {
        this.#xr = xr;
        this.#view = new StereoView(xr.gl);
        this.#meshes = { box: this.#view.mesh(box()), ring: this.#view.mesh(ring()), disc: this.#view.mesh(ring(0)), square: this.#view.mesh(square()) };
        this.#labels = new Labels(this.#view, this.#meshes.square);
        this.#picture = null;
        this.panel.pose = null;
        this.#tool.open(this.#view, { box: box() });
        this.#pointers = new Pointers(xr.session, xr.space, xr.surfaces);
        this.#pointers.onbegin = (pointer) => this.#begin(pointer);
        this.#pointers.onend = (pointer) => this.#tool.end(pointer);
        xr.ondraw = (frame, viewer) => this.#draw(frame, viewer);
        xr.session.addEventListener("end", () => this.#close());
    }

    #close() {
        this.#tool.close();
        this.#xr = null;
    }

    /** A selection is the panel's if the pointer is on it, else the tool's. */
    #begin(pointer) {
        const onPanel = this.panel.hit(pointer.ray);
        const hit = nearestHit(this.#xr.surfaces.list, pointer.ray);
        if (onPanel && !pointer.isTouching) {
            pointer.isSelecting = false;
            if (onPanel.button) this.panel.onpress?.(onPanel.button.id);
            return;
        }
        const { worldFromSpace } = this.#xr;
        if (!worldFromSpace) return;
        this.#aiming = pointer.number;
        this.#tool.begin(pointer, movedRay(worldFromSpace, pointer.ray), hit && transformed(worldFromSpace, hit.point));
    }

    #draw(frame, viewer) {
        const { session, surfaces, layer } = this.#xr;
        this.#pointers.read(frame, session.inputSources);
        const eye = poseOf(viewer.transform);
        this.panel.follow(eye, rotated(eye.rotation, [0, 0, -1]));
        this.onframe?.();
        const pointed = this.#pointers.list.map((pointer) => {
            const onPanel = pointer.isTouching || pointer.isSelecting ? null : this.panel.hit(pointer.ray);
            return { pointer, onPanel, hit: onPanel ? null : nearestHit(surfaces.list, pointer.ray) };
        });
        this.panel.hover(pointed.find(({ onPanel }) => onPanel?.button)?.onPanel.button ?? null);
        this.#move(pointed);
        this.#view.draw(layer, viewer.views, this.#items(pointed, eye.translation));
    }

    /** Hands the tool the rays that are not on the panel. */
    #move(pointed) {
        const { worldFromSpace } = this.#xr;
        if (!worldFromSpace) return;
        const moved = pointed.filter(({ onPanel }) => !onPanel).map(({ pointer, hit }) => ({
            number: pointer.number, ray: movedRay(worldFromSpace, pointer.ray), point: hit && transformed(worldFromSpace, hit.point),
        }));
        this.#tool.move(moved, moved.find(({ number }) => number === this.#aiming) ?? moved[0] ?? null);
    }

    #items(pointed, eye) {
        const { worldFromSpace } = this.#xr;
        const world = worldFromSpace ? { spaceFromWorld: inverse(worldFromSpace) } : null;
        const scene = world ? [...this.#tool.items(world), ...this.#labels.items(this.#tool.labels(world), eye)] : [];
        return [...scene, ...this.#panelItem(), ...pointed.flatMap((each) => this.#pointerItems(each))];
    }

    #panelItem() {
        if (!this.panel.pose) return [];
        if (this.panel.paint() || !this.#picture) this.#picture = this.#view.picture(this.panel.canvas, this.#picture ?? undefined);
        return [{ mesh: this.#meshes.square, model: placedAt(this.panel.pose, [...this.panel.size, 1]), color: [1, 1, 1, 1], picture: this.#picture }];
    }

    /** The ray of a pointer and the reticle on what it meets. */
    #pointerItems({ pointer, onPanel, hit }) {
        const { ray, isSelecting, isTouching, hasRay } = pointer;
        const distance = onPanel?.distance ?? hit?.distance ?? rayLength;
        const items = [];
        if (hasRay && !isTouching) {
            const { pose, length } = rod(pointAt(ray, 0.05), pointAt(ray, Math.max(0.06, distance)));
            items.push({ mesh: this.#meshes.box, model: placedAt(pose, [rayThickness, rayThickness, length]), color: [1, 1, 1, 0.45] });
        }
        if (onPanel) items.push(this.#reticle(onPanel.point, rotated(onPanel.pose.rotation, [0, 0, 1]), 0.006, [1, 1, 1, 1], true));
        if (hit) items.push(this.#reticle(hit.point, hit.normal, reticleRadius * Math.min(4, Math.max(0.4, isTouching ? 0.4 : hit.distance)), [...this.color, 0.95], isSelecting));
        return items;
    }

    #reticle(point, normal, radius, color, isFilled) {
        const pose = lying(point.map((value, axis) => value + 0.002 * normal[axis]), normal);
        return { mesh: isFilled ? this.#meshes.disc : this.#meshes.ring, model: placedAt(pose, [radius, radius, radius]), color };
    }
}
