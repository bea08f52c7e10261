// A plan on the earth, and positions from satellites and beacons in one.

import assert from "node:assert/strict";
import test from "node:test";
import { EarthTie, beaconPosition, ellipse, fused, satellitePosition } from "../../../Web/beacons/earth.js";

const degree = (Math.PI / 180) * 6_378_137;
const home = { latitude: 48, longitude: 11 };
const place = (east, north) => ({ latitude: home.latitude + north / degree, longitude: home.longitude + east / (degree * Math.cos((48 * Math.PI) / 180)) });
const near = (found, expected, error = 1e-6) => assert.ok(Math.abs(found - expected) < error, `${found} is not ${expected}`);

test("a plan that is turned by 90 degrees has its points where they are", () => {
    // The plan's x points north, its y west.
    const tie = new EarthTie([{ x: 2, y: 3, ...place(0, 0) }, { x: 22, y: 3, ...place(0, 20) }]);
    near(tie.scale, 1);
    const point = tie.toPlan(place(-5, 7));
    near(point.x, 9);
    near(point.y, 8);
    near(tie.toDirection(0), 0);
    near(Math.cos(tie.toDirection(90)), 0);
    near(Math.sin(tie.toDirection(90)), -1);
});

test("a plan of another scale says so, also across the date line", () => {
    const tie = new EarthTie([{ x: 0, y: 0, latitude: 0, longitude: 179.9999 }, { x: 20, y: 0, latitude: 0, longitude: -179.9999 }]);
    near(tie.scale, 20 / (0.0002 * degree));
    near(tie.toPlan({ latitude: 0, longitude: 180 }).x, 10, 1e-3);
});

test("the accuracy of Geolocation is the radius of 95 %", () => {
    const tie = new EarthTie([{ x: 0, y: 0, ...place(0, 0) }, { x: 20, y: 0, ...place(20, 0) }]);
    const { x, y, xx, yy, xy } = satellitePosition(tie, { ...place(3, 4), accuracy: 24.48 });
    near(x, 3);
    near(y, 4);
    near(xx, 100);
    near(yy, 100);
    assert.equal(xy, 0);
});

test("two positions are weighted by their covariances", () => {
    const satellites = { x: 10, y: 0, xx: 100, yy: 100, xy: 0 };
    const beacons = beaconPosition({ x: 0, y: 0, major: 5, minor: 2, angle: 0 });
    const both = fused(satellites, beacons);
    assert.equal(both.used, "both");
    near(both.x, 10 * (1 / 100) / (1 / 100 + 1 / 25));
    near(both.xx, 20);
    near(both.yy, 1 / (1 / 100 + 1 / 4));
    assert.ok(both.share > 0 && both.share < 0.2);
    const { major, minor, angle } = ellipse(beaconPosition({ x: 0, y: 0, major: 5, minor: 2, angle: 0.7 }));
    near(major, 5);
    near(minor, 2);
    near(angle, 0.7);
});

test("one source alone is used as it is, and two that contradict each other are not mixed", () => {
    const satellites = { x: 100, y: 0, xx: 16, yy: 16, xy: 0 };
    const beacons = { x: 0, y: 0, xx: 4, yy: 4, xy: 0 };
    assert.deepEqual(fused(satellites, null), { ...satellites, used: "first", share: 1 });
    assert.deepEqual(fused(null, beacons), { ...beacons, used: "second", share: 0 });
    assert.deepEqual(fused(satellites, beacons), { ...beacons, used: "conflict", share: 0 });
});
