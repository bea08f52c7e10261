// three.js over a WebXR session, ours or the browser's: the light of the room, and shadows on its planes. `renderer.xr`
// of three.js handles the camera and the image behind the scene; this adds what an AR page needs besides.

/** The opacity of shadows. */
const shadowOpacity = 0.45;
/** The distance of the shadow's light from the middle of the lit area, metres, and the half width of that area. */
const lightDistance = 4;
const lightReach = 2;

/**
 * Presents a scene in a session: sets `renderer.xr`, and adds to `scene` a group `sightline` with the room's light
 * and the shadow catchers. Request the session with the optional features `light-estimation` and `plane-detection`;
 * without them that part is omitted. `THREE` is the module, revision 152 or later.
 *
 * @param {any} THREE
 * @param {any} session an XRSession
 * @param {{ renderer: any, scene: any, referenceSpace?: string, light?: boolean, shadows?: boolean, reflections?: boolean }} options
 * @returns {Promise<{ group: any, detach(): void }>} `detach` removes it; so does the end of the session.
 */
export async function attach(THREE, session, { renderer, scene, referenceSpace = "local", light = true, shadows = true, reflections = true }) {
    const group = Object.assign(new THREE.Group(), { name: "sightline" });
    const features = new Set(session.enabledFeatures ?? []);
    renderer.xr.enabled = true;
    renderer.xr.setReferenceSpaceType(referenceSpace);
    await renderer.xr.setSession(session);
    const space = renderer.xr.getReferenceSpace();
    const probe = light && features.has("light-estimation") ? await session.requestLightProbe() : null;
    const parts = [
        probe && new RoomLight(THREE, { session, renderer, scene, group, probe, reflections, shadows }),
        shadows && features.has("plane-detection") && new ShadowCatcher(THREE, { renderer, group }),
    ].filter(Boolean);
    scene.add(group);
    let isAttached = true;
    session.requestAnimationFrame(function each(_, frame) {
        if (!isAttached) return;
        session.requestAnimationFrame(each);
        for (const part of parts) part.update(frame, space);
    });
    const detach = () => {
        if (!isAttached) return;
        isAttached = false;
        scene.remove(group);
        for (const part of parts) part.close();
    };
    session.addEventListener("end", detach);
    return { group, detach };
}

/** The room's light: spherical harmonics, a light from its main direction, and an environment for reflections. */
class RoomLight {
    #probe;
    #harmonics;
    #sun;
    #scene;
    #group;
    #before;
    #reflection = null;

    constructor(THREE, { session, renderer, scene, group, probe, reflections, shadows }) {
        this.#probe = probe;
        this.#scene = scene;
        this.#group = group;
        this.#before = scene.environment;
        this.#harmonics = new THREE.LightProbe();
        this.#sun = new THREE.DirectionalLight();
        this.#sun.castShadow = shadows;
        Object.assign(this.#sun.shadow.camera, { left: -lightReach, right: lightReach, top: lightReach, bottom: -lightReach, near: 0.1, far: 2 * lightDistance });
        group.add(this.#harmonics, this.#sun, this.#sun.target);
        if (reflections) this.#reflection = new Reflection(THREE, { session, renderer, probe });
    }

    update(frame, space) {
        const estimate = frame.getLightEstimate(this.#probe);
        if (!estimate) return;
        const { x, y, z } = estimate.primaryLightDirection;
        const { x: red, y: green, z: blue } = estimate.primaryLightIntensity;
        this.#harmonics.sh.fromArray(estimate.sphericalHarmonicsCoefficients);
        const brightest = Math.max(red, green, blue, 1e-4);
        this.#sun.color.setRGB(red / brightest, green / brightest, blue / brightest);
        this.#sun.intensity = brightest;
        const viewer = frame.getViewerPose(space);
        if (viewer) this.#aim(viewer.transform, [x, y, z]);
        const texture = this.#reflection?.take();
        if (!texture) return;
        // The environment lights matt surfaces too: with it the harmonics would count twice.
        this.#scene.environment = texture;
        this.#harmonics.intensity = 0;
    }

    /** The light shines at a point one metre in front of the viewer. */
    #aim({ position, matrix }, direction) {
        const middle = [position.x - matrix[8], position.y - matrix[9], position.z - matrix[10]];
        this.#sun.target.position.fromArray(middle);
        this.#sun.position.fromArray(middle.map((value, axis) => value + lightDistance * direction[axis]));
    }

    close() {
        this.#scene.environment = this.#before;
        this.#reflection?.close();
        this.#group.remove(this.#harmonics, this.#sun, this.#sun.target);
    }
}

/** The session's reflection cube map as an environment of three.js: a cube render target whose texture is the session's. */
class Reflection {
    #target;
    #renderer;
    #binding;
    #probe;
    #listening = new AbortController();
    #isNew = false;

    constructor(THREE, { session, renderer, probe }) {
        this.#target = new THREE.WebGLCubeRenderTarget(16, { colorSpace: THREE.SRGBColorSpace });
        this.#renderer = renderer;
        this.#probe = probe;
        this.#binding = new XRWebGLBinding(session, renderer.getContext());
        probe.addEventListener("reflectionchange", () => { this.#isNew = true; }, { signal: this.#listening.signal });
    }

    /** The environment if it has changed; null otherwise. */
    take() {
        if (!this.#isNew) return null;
        this.#isNew = false;
        const map = this.#binding.getReflectionCubeMap(this.#probe);
        if (!map) return null;
        const { texture } = this.#target;
        this.#renderer.properties.get(texture).__webglTexture = map;
        texture.needsPMREMUpdate = true;
        return texture;
    }

    close() {
        this.#listening.abort();
        this.#target.dispose();
    }
}

/** Planes that are invisible except for shadows on them, and that do not hide what is behind them. */
class ShadowCatcher {
    #THREE;
    #group;
    #material;
    #meshes = new Map();

    constructor(THREE, { renderer, group }) {
        this.#THREE = THREE;
        this.#group = group;
        this.#material = new THREE.ShadowMaterial({ opacity: shadowOpacity, depthWrite: false });
        renderer.shadowMap.enabled = true;
    }

    update(frame, space) {
        for (const [plane, { mesh }] of this.#meshes) {
            if (frame.detectedPlanes.has(plane)) continue;
            this.#drop(mesh);
            this.#meshes.delete(plane);
        }
        for (const plane of frame.detectedPlanes) {
            const pose = frame.getPose(plane.planeSpace, space);
            if (!pose) continue;
            const mesh = this.#meshOf(plane);
            mesh.matrix.fromArray(pose.transform.matrix);
            mesh.matrixWorldNeedsUpdate = true;
        }
    }

    #meshOf(plane) {
        const known = this.#meshes.get(plane);
        if (known?.changed === plane.lastChangedTime) return known.mesh;
        const mesh = known?.mesh ?? new this.#THREE.Mesh(undefined, this.#material);
        mesh.geometry.dispose();
        mesh.geometry = this.#geometry(plane.polygon);
        if (!known) {
            Object.assign(mesh, { receiveShadow: true, matrixAutoUpdate: false });
            this.#group.add(mesh);
        }
        this.#meshes.set(plane, { mesh, changed: plane.lastChangedTime });
        return mesh;
    }

    /** The outline as triangles in the plane's x and z, seen from +Y. */
    #geometry(polygon) {
        const shape = new this.#THREE.Shape(polygon.map(({ x, z }) => new this.#THREE.Vector2(x, -z)));
        return new this.#THREE.ShapeGeometry(shape).rotateX(-Math.PI / 2);
    }

    #drop(mesh) {
        this.#group.remove(mesh);
        mesh.geometry.dispose();
    }

    close() {
        for (const { mesh } of this.#meshes.values()) this.#drop(mesh);
        this.#material.dispose();
    }
}
