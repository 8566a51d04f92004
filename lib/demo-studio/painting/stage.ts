import type { Camera } from "./camera";
import { darken, hex, mix, type Rgb } from "./color";
import { rect } from "./geometry";
import type { Light } from "./light";
import type { Look } from "./looks";
import { Pen, type Stop } from "./pen";
import { type Random, random } from "./random";
import type { SceneReading, ShotSize } from "./read-scene";

/** Less contrast for the location where faces matter. */
const quiet: Partial<Record<ShotSize, number>> = { "close-up": 0.9, medium: 0.5, detail: 0.8 };

/** Collects drawings by distance, and returns them from far to near. */
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
    /** The same location gets the same arrangement. */
    readonly placeSeed: string,
  ) {
    this.pen = new Pen(look, light);
    this.width = camera.width;
    this.height = camera.height;
    this.pen.quiet = quiet[camera.shot] ?? 0;
  }

  /** Random numbers for one thing of the location, independent of other drawings. */
  random(label: string): Random {
    return random(`${this.placeSeed}:${label}`);
  }

  /** Draws at a distance, in picture units; restores the pen afterwards. */
  put(z: number, draw: (pen: Pen) => void) {
    const { pen } = this;
    const { quiet, lift } = pen;
    pen.distance = z;
    this.items.push({ z, markup: pen.capture(() => draw(pen)) });
    Object.assign(pen, { quiet, lift });
  }

  /** The ground from the horizon to the lower edge, darker and warmer towards the viewer. */
  floor(color: string, far: string, z: number) {
    const [start, end] = [this.pen.toneAt(30, far, 0.5), this.pen.toneAt(3, color, 0.2)];
    const { horizon } = this.camera;
    const depth = this.height - horizon + 22;
    this.band(z, horizon - 1, depth, [start, mix(start, end, 0.5), end], 0.55);
  }

  /** Water from the horizon down, with the sky's reflection. */
  water(color: string, depth: number, z: number) {
    const far = mix(this.light.sky[2], this.pen.toneAt(40, color, 0.3), 0.45);
    const near = this.pen.toneAt(4, darken(color, 0.3), 0.2);
    this.band(z, this.camera.horizon - 1, depth + 2, [far, mix(far, near, 0.6), near], 0.4);
  }

  /** Three tones from top to bottom, as wide as the picture; the second one is at `middle`. */
  band(z: number, top: number, depth: number, tones: [Rgb, Rgb, Rgb], middle: number) {
    const area = rect(-20, top, this.width + 40, depth);
    const stops = tones.map((tone, at): Stop => [[0, middle, 1][at] ?? 1, hex(tone), 1]);
    this.put(z, (pen) => pen.veil(area, stops));
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
