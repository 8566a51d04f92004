import { darken, hex, mix, type Rgb, rgb } from "./color";
import { type Light, lit } from "./light";
import { encode, inkBlack, type Look } from "./looks";

export interface ShapeOptions {
  line?: number; // outline, as a multiple of the look's; 0 for none
  turn?: number; // how far the surface turns to the light: 1 towards, −1 away
  round?: number; // models the shape as a volume: width of its shaded side in local units
  raw?: boolean; // the colour is emitted or already lit: sky, windows, lamps
  opacity?: number;
  accent?: boolean; // keeps its colour in styles with a single colour
  fade?: number; // soft styles: how strong the gradient from top to bottom is
}

/** A stop of a gradient; its colour is already lit. */
export type Stop = [offset: number, color: string, opacity: number];

const lineOf = (color: string, width: number) =>
  ` stroke="${color}" stroke-width="${width.toFixed(4)}" stroke-linejoin="round" stroke-linecap="round"`;

/** Writes shapes as SVG in a look and a light. It writes no text elements. */
export class Pen {
  distance = 0; // metres to the drawn thing: determines haze and line width
  lift = 0; // brightens figures, so that faces stay readable at night
  quiet = 0; // less line and contrast for unimportant things
  private scale = 1;
  private mirror: 1 | -1 = 1;
  private parts: string[] = [];
  private readonly definitions: string[] = [];
  private readonly ids = new Map<string, string>();

  constructor(
    readonly look: Look,
    readonly light: Light,
  ) {}

  get defs(): string {
    return this.definitions.join("");
  }

  /** Runs `draw` and returns its output. */
  capture(draw: () => void): string {
    const outer = this.parts;
    this.parts = [];
    draw();
    const markup = this.parts.join("");
    this.parts = outer;
    return markup;
  }

  /** Draws in local units: `scale` picture units each, origin at (x, y), y downwards. */
  within(x: number, y: number, scale: number, draw: () => void, mirrored = false, turn = 0) {
    const [outerScale, outerMirror] = [this.scale, this.mirror];
    this.scale *= scale;
    if (mirrored) this.mirror = this.mirror === 1 ? -1 : 1;
    const scales = `${(mirrored ? -scale : scale).toFixed(4)} ${scale.toFixed(4)}`;
    const place = `translate(${x.toFixed(3)} ${y.toFixed(3)}) scale(${scales})`;
    this.group(`transform="${place}${turn ? ` rotate(${turn.toFixed(2)})` : ""}"`, draw);
    this.scale = outerScale;
    this.mirror = outerMirror;
  }

  /** Clips the output of `draw` to the outline `d`. */
  clip(d: string, draw: () => void) {
    const outline = this.define("clipPath", "", `<path d="${d}"/>`);
    this.group(`clip-path="${outline}"`, draw);
  }

  /** Wraps the output of `draw` in a group with these attributes. */
  group(attributes: string, draw: () => void) {
    this.parts.push(`<g ${attributes}>`);
    draw();
    this.parts.push("</g>");
  }

  raw(markup: string) {
    this.parts.push(markup);
  }

  /** A reference to a definition, which is written once for each key. */
  private define(tag: string, box: string, content: string, key = `${this.ids.size}`): string {
    const id = this.ids.get(key) ?? `d${this.ids.size}`;
    if (!this.ids.has(key)) this.definitions.push(`<${tag} id="${id}"${box}>${content}</${tag}>`);
    this.ids.set(key, id);
    return `url(#${id})`;
  }

  private path(d: string, attributes: string, { opacity }: ShapeOptions = {}) {
    const faint = opacity === undefined ? "" : ` opacity="${opacity}"`;
    this.parts.push(`<path d="${d}" ${attributes}${faint}/>`);
  }

  /** The colour after light, haze and style. */
  tone(color: string, turn = 0.5, raw = false): Rgb {
    const base = rgb(color);
    if (raw) return base;
    const calm = turn * (1 - this.quiet * 0.4);
    const seen = lit(this.light, base, this.distance, calm, this.look.haze);
    const lifted = this.lift ? mix(seen, base, this.lift * (turn > 0 ? 1 : 0.6)) : seen;
    return this.quiet ? mix(lifted, this.light.haze, this.quiet * 0.3) : lifted;
  }

  /** The colour of a location's surface at a distance. */
  toneAt(distance: number, color: string, turn: number): Rgb {
    this.distance = distance;
    return this.tone(color, turn);
  }

  paint(color: string, options: ShapeOptions = {}): string {
    return encode(this.look, this.tone(color, options.turn, options.raw), options.accent);
  }

  /** Ink colour for the outline of a shape of this colour. */
  ink(color: string, options: ShapeOptions = {}): string {
    const fade = Math.min(0.75, this.distance / 140 + this.quiet * 0.25);
    if (this.look.ink === "tinted") {
      const dark = mix(this.tone(color, -0.6, options.raw), [0.14, 0.08, 0.1], 0.48);
      return encode(this.look, mix(dark, this.light.haze, fade * 0.6), options.accent);
    }
    if (this.look.tonal) return "#000000";
    return hex(mix(inkBlack, this.light.haze, fade));
  }

  lineWidth(factor = 1): number {
    const near = Math.max(0.34, Math.min(1.25, 1.3 - this.distance / 45)) * (1 - this.quiet * 0.3);
    return (this.look.line * factor * near) / this.scale;
  }

  private gradient(from: string, to: string, diagonal: boolean): string {
    const x = diagonal ? this.light.side * this.mirror : 0;
    const [x1, x2] = x > 0 ? [0.85, 0.1] : x < 0 ? [0.15, 0.9] : [0, 0];
    const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
    const box = ` x1="${x1}" y1="0" x2="${x2}" y2="1"`;
    return this.define("linearGradient", box, stops, `${from}${to}${x}`);
  }

  /** A filled shape. */
  shape(d: string, color: string, options: ShapeOptions = {}) {
    const { model } = this.look;
    const turn = options.turn ?? 0.5;
    const width = this.lineWidth(options.line);
    const outline = width ? lineOf(this.ink(color, options), width) : "";
    const toned = (to: number) => this.paint(color, { ...options, turn: to });
    if (model === "soft" && !options.raw) {
      const spread = options.fade ?? (options.round ? 0.75 : 0.22);
      const [from, to] = [Math.min(1.15, turn + spread), Math.max(-1, turn - spread * 1.35)];
      const fill = this.gradient(toned(from), toned(to), Boolean(options.round));
      this.path(d, `fill="${fill}"${outline}`, options);
    } else if (options.round && !options.raw) {
      const dx = this.light.side * this.mirror * options.round;
      const shift = `translate(${dx.toFixed(3)} ${(options.round * -0.6).toFixed(3)})`;
      this.group(`opacity="${options.opacity ?? 1}"`, () => {
        this.path(d, `fill="${toned(turn - (model === "wash" ? 0.69 : 1.25))}"`);
        const lightSide = `fill="${toned(Math.min(1, turn + 0.3))}" transform="${shift}"`;
        this.clip(d, () => this.path(d, lightSide));
        if (outline) this.path(d, `fill="none"${outline}`);
      });
    } else this.path(d, `fill="${toned(turn)}"${outline}`, options);
  }

  /** An open line in its own colour; `width` in local units. */
  stroke(d: string, color: string, width: number, options: ShapeOptions = {}) {
    const around = options.line ? width + 2 * this.lineWidth(options.line) : 0;
    if (around) this.path(d, `fill="none"${lineOf(this.ink(color, options), around)}`, options);
    this.path(d, `fill="none"${lineOf(this.paint(color, options), width)}`, options);
  }

  /** A line in ink: seams, mouths, cracks. Styles without outlines draw it in a darker tone. */
  mark(d: string, color: string, factor = 0.7, options: ShapeOptions = {}) {
    const width = Math.max(this.lineWidth(factor), (0.9 * factor) / this.scale);
    const inked = this.look.line > 0;
    const ink = inked ? this.ink(color, options) : this.paint(darken(color, 0.45), options);
    this.path(d, `fill="none"${lineOf(ink, width)}`, options);
  }

  private stop(offset: number, color: string, opacity: number) {
    const tone = encode(this.look, rgb(color));
    return `<stop offset="${offset}" stop-color="${tone}" stop-opacity="${opacity}"/>`;
  }

  /** A glow around a lamp. */
  glow(x: number, y: number, radius: number, color: string, strength = 0.6) {
    const stops = this.stop(0, color, 1) + this.stop(0.35, color, 0.42) + this.stop(1, color, 0);
    const fill = this.define("radialGradient", "", stops, `glow${color}`);
    this.parts.push(
      `<circle cx="${x.toFixed(3)}" cy="${y.toFixed(3)}" r="${radius.toFixed(3)}" fill="${fill}" opacity="${strength}"/>`,
    );
  }

  /** A gradient from top to bottom of the shape's box; colours are already lit. */
  veil(d: string, stops: Stop[], sideways = false) {
    const marks = stops.map((stop) => this.stop(...stop)).join("");
    const end = sideways ? `x2="1" y2="0"` : `x2="0" y2="1"`;
    this.path(d, `fill="${this.define("linearGradient", ` x1="0" y1="0" ${end}`, marks)}"`);
  }
}
