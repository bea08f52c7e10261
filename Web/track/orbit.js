// An orbiting view of the world (+Y up): rotates, zooms and projects points onto a canvas.

export class Orbit {
    yaw = 0;
    pitch = Math.PI / 2;
    zoom = 1;
    center = [0, 0, 0];
    /** Half the size of the visible range, metres. */
    reach = 1;

    /** Prepares the projection onto a canvas of a size in CSS pixels. */
    frame(width, height) {
        const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
        const scale = (0.42 * Math.min(width, height) * this.zoom) / this.reach;
        const far = 5 * this.reach;
        const [x0, y0, z0] = this.center;
        return (x, y, z) => {
            const [dx, dy, dz] = [x - x0, y - y0, z - z0];
            const right = cy * dx + sy * dz;
            const ahead = -sy * dx + cy * dz;
            const up = cp * dy - sp * ahead;
            const near = sp * dy + cp * ahead;
            const perspective = far / Math.max(0.2 * far, far - near);
            return [width / 2 + right * scale * perspective, height / 2 - up * scale * perspective];
        };
    }

    turn(yaw, pitch) {
        this.yaw += yaw;
        this.pitch = Math.min(Math.PI / 2, Math.max(-0.2, this.pitch + pitch));
    }

    zoomBy(factor) {
        this.zoom = Math.min(20, Math.max(0.2, this.zoom * factor));
    }

    /** Moves smoothly to contain a box of points, by the seconds since the last time; returns whether it is there. */
    follow(low, high, seconds) {
        const share = 1 - Math.exp(-seconds / 0.2);
        const middle = low.map((value, axis) => (value + high[axis]) / 2);
        this.center = this.center.map((value, axis) => value + (middle[axis] - value) * share);
        const wanted = Math.max(0.5, Math.hypot(...high.map((value, axis) => value - low[axis])) / 2);
        this.reach += (wanted - this.reach) * share;
        return Math.abs(wanted - this.reach) < 0.01 * wanted;
    }
}
