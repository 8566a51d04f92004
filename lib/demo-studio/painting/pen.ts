import { darken, hex, mix, type Rgb, rgb } from "./color";
import { type Light, lit } from "./light";
import { encode, inkBlack, type Look } from "./looks";

export interface ShapeOptions {
  /** Outline, as a multiple of the look's; 0 for none. */
  line?: number;
  /** How far the surface turns to the light: 1 towards, −1 away. */
  turn?: number;
  /** Models the shape as a volume: width of its shaded side in local units. */
  round?: number;
  /** The colour is light itself or was lit before: sky, windows, lamps. */
  raw?: boolean;
  opacity?: number;
  /** Keeps its colour where a style allows one colour only. */
  accent?: boolean;
  /** Soft styles: how strong the gradient from top to bottom is. */
  fade?: number;
}

/**
 * Writes shapes as SVG in the manner of a look and a light. Coordinates are picture units, or local
 * units inside `within`. Nothing is written as text.
 */
export class Pen {
  /** Metres to what is being drawn: decides haze and line width. */
  distance = 0;
  /** Brings light back to figures, so that faces stay readable at night. */
  lift = 0;
  /** Less line and contrast for what is out of attention. */
  quiet = 0;
  private scale = 1;
  private mirror: 1 | -1 = 1;
  private parts: string[] = [];
  private readonly definitions = new Map<string, string>();
  private serial = 0;

  constructor(
    readonly look: Look,
    readonly light: Light,
    private readonly namespace = "a",
  ) {}

  get defs(): string {
    return [...this.definitions.values()].join("");
  }

  /** Runs `draw` and returns what it wrote. */
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
    const rotation = turn ? ` rotate(${turn.toFixed(2)})` : "";
    const f = (value: number) => Number(value.toFixed(4));
    this.parts.push(
      `<g transform="translate(${f(x)} ${f(y)}) scale(${f(mirrored ? -scale : scale)} ${f(scale)})${rotation}">`,
    );
    draw();
    this.parts.push("</g>");
    this.scale = outerScale;
    this.mirror = outerMirror;
  }

  /** Everything that `draw` writes is cut off at the outline `d`. */
  clip(d: string, draw: () => void) {
    const id = this.id("c");
    this.definitions.set(id, `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    this.parts.push(`<g clip-path="url(#${id})">`);
    draw();
    this.parts.push("</g>");
  }

  fadeTo(opacity: number, draw: () => void) {
    this.parts.push(`<g opacity="${opacity}">`);
    draw();
    this.parts.push("</g>");
  }

  raw(markup: string) {
    this.parts.push(markup);
  }

  private id(kind: string) {
    this.serial += 1;
    return `${this.namespace}${kind}${this.serial}`;
  }

  /** The colour as light, air and style leave it. */
  tone(color: string, turn = 0.5, raw = false): Rgb {
    const base = rgb(color);
    if (raw) return base;
    const seen = lit(
      this.light,
      base,
      this.distance,
      turn * (1 - this.quiet * 0.4),
      this.look.haze,
    );
    const lifted = this.lift ? mix(seen, base, this.lift * (turn > 0 ? 1 : 0.6)) : seen;
    return this.quiet ? mix(lifted, this.light.haze, this.quiet * 0.3) : lifted;
  }

  /** The colour of a surface of the place at a distance. */
  toneAt(distance: number, color: string, turn: number): Rgb {
    this.distance = distance;
    return this.tone(color, turn);
  }

  paint(color: string, options: ShapeOptions = {}): string {
    return encode(this.look, this.tone(color, options.turn, options.raw), options.accent);
  }

  /** Ink for the outline of a shape of this colour. */
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

  private outline(color: string, options: ShapeOptions, factor = options.line ?? 1): string {
    const width = this.lineWidth(factor);
    if (!width) return "";
    return ` stroke="${this.ink(color, options)}" stroke-width="${width.toFixed(4)}" stroke-linejoin="round" stroke-linecap="round"`;
  }

  private gradient(from: string, to: string, diagonal: boolean): string {
    const x = diagonal ? this.light.side * this.mirror : 0;
    const key = `${this.namespace}g${from.slice(1)}${to.slice(1)}${x + 1}`;
    if (!this.definitions.has(key)) {
      const [x1, x2] = x > 0 ? [0.85, 0.1] : x < 0 ? [0.15, 0.9] : [0, 0];
      this.definitions.set(
        key,
        `<linearGradient id="${key}" x1="${x1}" y1="0" x2="${x2}" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
      );
    }
    return `url(#${key})`;
  }

  /** A filled shape. */
  shape(d: string, color: string, options: ShapeOptions = {}) {
    const faint = options.opacity === undefined ? "" : ` opacity="${options.opacity}"`;
    const { model } = this.look;
    const turn = options.turn ?? 0.5;
    if (model === "soft" && !options.raw) {
      const spread = options.fade ?? (options.round ? 0.75 : 0.22);
      const from = this.paint(color, { ...options, turn: Math.min(1.15, turn + spread) });
      const to = this.paint(color, { ...options, turn: Math.max(-1, turn - spread * 1.35) });
      const fill = this.gradient(from, to, Boolean(options.round));
      this.parts.push(`<path d="${d}" fill="${fill}"${this.outline(color, options)}${faint}/>`);
      return;
    }
    const outline = this.outline(color, options);
    if (options.round && !options.raw) {
      const soft = model === "wash" ? 0.55 : 1;
      const dark = this.paint(color, { ...options, turn: turn - 1.25 * soft });
      const light = this.paint(color, { ...options, turn: Math.min(1, turn + 0.3) });
      const dx = this.light.side * this.mirror * options.round;
      this.parts.push(`<g${faint}><path d="${d}" fill="${dark}"/>`);
      this.clip(d, () => {
        this.parts.push(
          `<path d="${d}" fill="${light}" transform="translate(${dx.toFixed(3)} ${(-(options.round ?? 0) * 0.6).toFixed(3)})"/>`,
        );
      });
      this.parts.push(`${outline ? `<path d="${d}" fill="none"${outline}/>` : ""}</g>`);
      return;
    }
    this.parts.push(`<path d="${d}" fill="${this.paint(color, options)}"${outline}${faint}/>`);
  }

  /** An open line of its own colour; `width` in local units. */
  stroke(d: string, color: string, width: number, options: ShapeOptions = {}) {
    const faint = options.opacity === undefined ? "" : ` opacity="${options.opacity}"`;
    const under = options.line
      ? `<path d="${d}" fill="none" stroke="${this.ink(color, options)}" stroke-width="${(width + 2 * this.lineWidth(options.line)).toFixed(4)}" stroke-linecap="round" stroke-linejoin="round"${faint}/>`
      : "";
    this.parts.push(
      `${under}<path d="${d}" fill="none" stroke="${this.paint(color, options)}" stroke-width="${width.toFixed(4)}" stroke-linecap="round" stroke-linejoin="round"${faint}/>`,
    );
  }

  /** A line in ink: seams, mouths, cracks. Styles without outlines draw it in a darker tone. */
  mark(d: string, color: string, factor = 0.7, options: ShapeOptions = {}) {
    const width = Math.max(this.lineWidth(factor), (0.9 * factor) / this.scale);
    const ink = this.look.line
      ? this.ink(color, options)
      : this.paint(darken(color, 0.45), options);
    this.parts.push(
      `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${width.toFixed(4)}" stroke-linecap="round" stroke-linejoin="round"${options.opacity === undefined ? "" : ` opacity="${options.opacity}"`}/>`,
    );
  }

  /** Light that spreads around a lamp. */
  glow(x: number, y: number, radius: number, color: string, strength = 0.6) {
    const key = `${this.namespace}h${color.slice(1)}`;
    const tone = encode(this.look, rgb(color));
    if (!this.definitions.has(key)) {
      this.definitions.set(
        key,
        `<radialGradient id="${key}"><stop stop-color="${tone}"/><stop offset=".35" stop-color="${tone}" stop-opacity=".42"/><stop offset="1" stop-color="${tone}" stop-opacity="0"/></radialGradient>`,
      );
    }
    this.parts.push(
      `<circle cx="${x.toFixed(3)}" cy="${y.toFixed(3)}" r="${radius.toFixed(3)}" fill="url(#${key})" opacity="${strength}"/>`,
    );
  }

  /** A gradient from top to bottom of the shape's box; colours as they are. */
  veil(d: string, stops: [offset: number, color: string, opacity: number][], sideways = false) {
    const id = this.id("v");
    const marks = stops
      .map(
        ([offset, color, opacity]) =>
          `<stop offset="${offset}" stop-color="${encode(this.look, rgb(color))}" stop-opacity="${opacity}"/>`,
      )
      .join("");
    this.definitions.set(
      id,
      `<linearGradient id="${id}" x1="0" y1="0" x2="${sideways ? 1 : 0}" y2="${sideways ? 0 : 1}">${marks}</linearGradient>`,
    );
    this.parts.push(`<path d="${d}" fill="url(#${id})"/>`);
  }
}
