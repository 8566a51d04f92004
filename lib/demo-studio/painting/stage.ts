import type { Camera } from "./camera";
import { groundAt, project, scaleAt } from "./camera";
import { type Point, rect } from "./geometry";
import type { Light } from "./light";
import type { Look } from "./looks";
import { Pen, type ShapeOptions } from "./pen";
import { type Random, random } from "./random";
import type { SceneReading } from "./reading";

/** Collects what is drawn, each thing at its distance, and hands it out from far to near. */
export class Stage {
  readonly pen: Pen;
  private readonly items: { z: number; markup: string }[] = [];

  constructor(
    readonly camera: Camera,
    readonly look: Look,
    readonly light: Light,
    readonly reading: SceneReading,
    /** Same place, same arrangement. */
    readonly placeSeed: string,
  ) {
    this.pen = new Pen(look, light);
    const { shot } = camera;
    this.pen.quiet =
      shot === "close-up" ? 0.9 : shot === "medium" ? 0.5 : shot === "detail" ? 0.8 : 0;
  }

  get width() {
    return this.camera.width;
  }
  get height() {
    return this.camera.height;
  }
  get horizon() {
    return this.camera.horizon;
  }

  /** Randomness that belongs to one thing of the place, whatever else is drawn. */
  random(label: string): Random {
    return random(`${this.placeSeed}:${label}`);
  }

  /** Draws something at a distance, in picture units. */
  put(z: number, draw: (pen: Pen) => void) {
    const { pen } = this;
    pen.distance = z;
    this.items.push({ z, markup: pen.capture(() => draw(pen)) });
  }

  /** Stands something on the ground at a share of the picture's width; `draw` works in metres. */
  stand(share: number, z: number, draw: (pen: Pen) => void, mirrored = false, height = 0) {
    const scale = scaleAt(this.camera, z);
    const y = groundAt(this.camera, z) - height * scale;
    this.put(z, (pen) => pen.within(share * this.width, y, scale, () => draw(pen), mirrored));
  }

  /** Stands something at a point of the world. */
  place(x: number, z: number, draw: (pen: Pen) => void, mirrored = false, height = 0) {
    const [sx, sy] = project(this.camera, x, height, z);
    this.put(z, (pen) => pen.within(sx, sy, scaleAt(this.camera, z), () => draw(pen), mirrored));
  }

  point(x: number, y: number, z: number): Point {
    return project(this.camera, x, y, z);
  }

  ground(z: number) {
    return groundAt(this.camera, z);
  }

  scale(z: number) {
    return scaleAt(this.camera, z);
  }

  /** A flat surface between corners of the world, ordered with the distance `z`. */
  surface(
    z: number,
    corners: readonly (readonly [number, number, number])[],
    color: string,
    options: ShapeOptions = {},
  ) {
    this.put(z, (pen) =>
      pen.ruled(
        corners.map(([x, y, depth]) => this.point(x, y, depth)),
        color,
        options,
        corners.length + Math.round(z),
      ),
    );
  }

  /** The ground from the horizon to the lower edge, darker and warmer towards the viewer. */
  floor(color: string, far: string, z = 900) {
    const top = this.horizon - 1;
    const below = rect(-20, top, this.width + 40, this.height - top + 20);
    this.put(z, (pen) => {
      pen.distance = 30;
      const start = pen.tone(far, 0.5);
      pen.distance = 3;
      const end = pen.tone(color, 0.2);
      pen.veil(below, [
        [0, toHex(start), 1],
        [0.55, toHex(start.map((value, index) => (value + (end[index] ?? 0)) / 2)), 1],
        [1, toHex(end), 1],
      ]);
    });
  }

  /** Everything between two distances, far first. */
  markup(from = 0, to = Number.POSITIVE_INFINITY): string {
    return this.items
      .map((item, order) => ({ ...item, order }))
      .filter(({ z }) => z > from && z <= to)
      .sort((a, b) => b.z - a.z || a.order - b.order)
      .map(({ markup }) => markup)
      .join("");
  }
}

const toHex = (color: readonly number[]) =>
  `#${color
    .map((value) =>
      Math.round(Math.max(0, Math.min(1, value)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
