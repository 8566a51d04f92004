import type { Camera } from "./camera";
import { groundAt } from "./camera";
import { darken, hex, mix } from "./color";
import { rect } from "./geometry";
import type { Light } from "./light";
import type { Look } from "./looks";
import { Pen } from "./pen";
import { type Random, random } from "./random";
import type { SceneReading, ShotSize } from "./reading";

/** Less contrast for the place where faces count. */
const quiet: Partial<Record<ShotSize, number>> = { "close-up": 0.9, medium: 0.5, detail: 0.8 };

/** Collects what is drawn, each thing at its distance, and hands it out from far to near. */
export class Stage {
  readonly pen: Pen;
  readonly width: number;
  readonly height: number;
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
    this.width = camera.width;
    this.height = camera.height;
    this.pen.quiet = quiet[camera.shot] ?? 0;
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
  stand(share: number, z: number, draw: (pen: Pen) => void, mirrored = false) {
    const { camera, width } = this;
    const y = groundAt(camera, z);
    this.put(z, (pen) => pen.within(share * width, y, camera.focal / z, () => draw(pen), mirrored));
  }

  /** The ground from the horizon to the lower edge, darker and warmer towards the viewer. */
  floor(color: string, far: string, z: number) {
    const top = this.camera.horizon - 1;
    this.put(z, (pen) => {
      const [start, end] = [pen.toneAt(30, far, 0.5), pen.toneAt(3, color, 0.2)];
      pen.veil(rect(-20, top, this.width + 40, this.height - top + 20), [
        [0, hex(start), 1],
        [0.55, hex(mix(start, end, 0.5)), 1],
        [1, hex(end), 1],
      ]);
    });
  }

  /** Water from the horizon down, with the sky's reflection. */
  water(color: string, depth: number, z: number) {
    this.put(z, (pen) => {
      const far = mix(this.light.sky[2], pen.toneAt(40, color, 0.3), 0.45);
      const near = pen.toneAt(4, darken(color, 0.3), 0.2);
      pen.veil(rect(-20, this.camera.horizon - 1, this.width + 40, depth + 2), [
        [0, hex(far), 1],
        [0.4, hex(mix(far, near, 0.6)), 1],
        [1, hex(near), 1],
      ]);
    });
  }

  /** Everything between two distances, far first. */
  markup(from = 0, to = Number.POSITIVE_INFINITY): string {
    return this.items
      .filter(({ z }) => z > from && z <= to)
      .sort((a, b) => b.z - a.z)
      .map(({ markup }) => markup)
      .join("");
  }
}
