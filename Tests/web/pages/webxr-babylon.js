// A page as Babylon.js's documentation writes it: the default experience, hit tests, a box where one taps.

const test = globalThis.test = { hits: [], boxes: 0 };
for (const source of new URLSearchParams(location.search).get("files").split(",")) {
    await new Promise((done, fail) => document.head.append(Object.assign(document.createElement("script"), { src: `/babylon/${source}`, onload: done, onerror: fail })));
}
const BABYLON = test.BABYLON = load(all());
const canvas = document.getElementById("canvas");
const engine = new BABYLON.Engine(canvas, true);
const scene = test.scene = new BABYLON.Scene(engine);
const camera = new BABYLON.FreeCamera("camera", new BABYLON.Vector3(0, 1, -5), scene);
camera.setTarget(BABYLON.Vector3.Zero());
new BABYLON.HemisphericLight("light", new BABYLON.Vector3(0, 1, 0), scene);
const xr = test.xr = await scene.createDefaultXRExperienceAsync({
    uiOptions: { sessionMode: "immersive-ar", referenceSpaceType: "unbounded" }, optionalFeatures: true,
    // These two fetch files of Babylon.js's own server.
    disableNearInteraction: true, disableHandTracking: true,
    inputOptions: { doNotLoadControllerMeshes: true, disableOnlineControllerRepository: true },
});
const hitTest = xr.baseExperience.featuresManager.enableFeature(BABYLON.WebXRHitTest, "latest", { entityTypes: ["plane", "point"] });
hitTest.onHitTestResultObservable.add((hits) => { test.hits = hits; });
scene.onPointerDown = () => {
    if (test.hits.length === 0) return;
    const box = BABYLON.MeshBuilder.CreateBox("box", { size: 0.06 }, scene);
    box.material = new BABYLON.StandardMaterial("orange", scene);
    box.material.diffuseColor = new BABYLON.Color3(1, 0.55, 0);
    box.material.emissiveColor = new BABYLON.Color3(0.6, 0.3, 0);
    test.hits[0].transformationMatrix.decompose(undefined, undefined, box.position);
    box.position.y += 0.03;
    test.boxes += 1;
};
engine.runRenderLoop(() => scene.render());
test.isReady = true;
