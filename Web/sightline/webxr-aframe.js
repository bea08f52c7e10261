// The A-Frame component `sightline`, a classic script after A-Frame's own: `<a-scene sightline="target: #chair">`. It
// requests what AR needs, places the target at a tap, and reports by events. It runs over the browser's WebXR or
// webxr-classic.js.
//
// Events of the scene, with what is in `detail`:
//   sightlineplaced { position, orientation, anchor }  a tap hit something; metres and a quaternion in the reference
//   space; the anchor, or null
//   sightlinemissed {}                                 a tap hit nothing that is known
//   sightlinenotice { notice, text }                   what a person should do for the tracking; null for nothing
//   (webxr-classic.js alone)

AFRAME.registerComponent("sightline", {
    schema: {
        /** The object placed at a tap; it is hidden until then. */
        target: { type: "selector" },
        /** Whether taps place the target. */
        tap: { type: "boolean", default: true },
        /** The types of a tap's hit. */
        entityTypes: { type: "array", default: ["plane", "point"] },
    },

    init() {
        const scene = this.el;
        const { requiredFeatures = [], optionalFeatures = [] } = scene.getAttribute("webxr") ?? {};
        const wanted = ["hit-test", "anchors", "light-estimation", "plane-detection"].filter((name) => !requiredFeatures.includes(name));
        scene.setAttribute("webxr", { requiredFeatures, optionalFeatures: [...new Set([...optionalFeatures, ...wanted])] });
        this.session = null;
        this.source = null;
        this.hits = [];
        this.anchored = null;
        this.onenter = () => this.begin().catch((error) => console.error(`sightline: ${error.message}`));
        scene.addEventListener("enter-vr", this.onenter);
    },

    async begin() {
        const scene = this.el;
        const session = scene.renderer?.xr.getSession();
        if (!scene.is("ar-mode") || !session) return;
        this.session = session;
        if (this.data.target) this.data.target.object3D.visible = false;
        session.addEventListener("select", () => this.data.tap && this.place());
        session.addEventListener("sightlinenotice", ({ notice, text }) => scene.emit("sightlinenotice", { notice, text }, false));
        session.addEventListener("end", () => Object.assign(this, { session: null, source: null, hits: [], anchored: null }));
        this.source = await session.requestHitTestSourceForTransientInput({ profile: "generic-touchscreen", entityTypes: this.data.entityTypes });
    },

    tick() {
        const { frame, renderer } = this.el;
        if (!frame || !this.source || frame.session !== this.session) return;
        const space = renderer.xr.getReferenceSpace();
        const touched = frame.getHitTestResultsForTransientInput(this.source);
        if (touched.length > 0) this.hits = touched[0].results.map((hit) => ({ hit, transform: hit.getPose(space)?.transform })).filter(({ transform }) => transform);
        const pose = this.anchored && frame.trackedAnchors.has(this.anchored) && frame.getPose(this.anchored.anchorSpace, space);
        if (pose && this.data.target) this.data.target.object3D.position.copy(pose.transform.position);
    },

    /** Places the target at the last touch's hit. */
    async place() {
        const [met] = this.hits.splice(0);
        if (!met) return this.el.emit("sightlinemissed", {}, false);
        const { position, orientation } = met.transform;
        const { target } = this.data;
        if (target) {
            target.object3D.position.copy(position);
            target.object3D.visible = true;
        }
        this.anchored?.delete();
        this.anchored = this.session.enabledFeatures?.includes("anchors") ? await met.hit.createAnchor().catch(() => null) : null;
        this.el.emit("sightlineplaced", { position, orientation, anchor: this.anchored }, false);
    },

    remove() {
        this.el.removeEventListener("enter-vr", this.onenter);
        this.source?.cancel();
        this.anchored?.delete();
    },
});
