import { readFileSync } from "node:fs";
import path from "node:path";
import { hex, mix } from "./color";
import type { Light } from "./light";
import type { Pen, ShapeOptions, Stop } from "./pen";
import type { Stage } from "./stage";

/**
 * Plates are SVG files: locations, things and weather, drawn in plain daylight. A group has its
 * distance (`z` metres, `far` for its haze). A mark's class is its condition (`lit`, `unlit`,
 * `snow`, `bare`); attributes of these names contain its colour in that condition, and `turn`,
 * `round`, `fade` describe how it takes the light. The pen gives it the line and tone of a style.
 */
const folder = path.join(/*turbopackIgnore: true*/ process.cwd(), "lib/demo-studio/plates");

type Attributes = Record<string, string | undefined>;
type Layer = { z: number; far: number; marks: Attributes[] };

function readPlate(name: string): Layer[] {
  const layers: Layer[] = [];
  const clips = new Map<string, string>();
  let [defined, clip] = ["", ""];
  const text = readFileSync(path.join(folder, `${name}.svg`), "utf8");
  for (const [, tag = "", inner = ""] of text.matchAll(/<(\/?\w+)([^>]*)>/g)) {
    const mark: Attributes = {};
    for (const [, key = "", value] of inner.matchAll(/([\w-]+)="([^"]*)"/g)) mark[key] = value;
    if (tag === "clipPath") defined = mark.id ?? "";
    else if (tag === "/clipPath") defined = "";
    else if (tag === "g" || tag === "/g") {
      clip = mark["clip-path"]?.slice(5, -1) ?? "";
      const z = Number(mark.z);
      if (mark.z) layers.push({ z, far: Number(mark.far ?? z), marks: [] });
    } else if (defined) clips.set(defined, mark.d ?? "");
    else if (mark.class || mark.d) layers.at(-1)?.marks.push({ ...mark, clip: clips.get(clip) });
  }
  return layers;
}

/** Colour names that depend on the light; marks with an unknown name are left out. */
type Palette = Attributes;

const beams = { sun: "#fff8d6", "low-sun": "#ffdf9a", moon: "#b9ccff", none: undefined };

const lightPalette = ({ sky, haze, cloud, body }: Light): Palette => ({
  sky0: hex(sky[0]),
  sky1: hex(sky[1]),
  sky2: hex(sky[2]),
  haze: hex(haze),
  cloud: hex(cloud),
  under: hex(mix(cloud, sky[1], 0.45)),
  beam: beams[body],
});

const numbers = ["turn", "round", "fade", "line", "opacity"] as const;

/** Draws marks in the pen's light and style; `snow` only where it is wintry. */
function drawMarks(pen: Pen, marks: Attributes[], snow = false, more: Palette = {}) {
  const { lamps } = pen.light;
  const palette = { ...lightPalette(pen.light), ...more };
  const off = [snow ? "bare" : "snow", lamps ? "unlit" : "lit"];
  const colorOf = (name = "") => (name.startsWith("#") ? name : palette[name]);
  for (const mark of marks) {
    const kinds = mark.class?.split(" ") ?? [];
    if (kinds.some((kind) => off.includes(kind))) continue;
    const own = mark.fill ?? mark.stroke;
    const text = (snow && mark.snow) || (lamps && mark.lit) || own;
    const color = colorOf(text?.replace("raw ", ""));
    const raw = mark.raw !== undefined || !text?.startsWith("#");
    const options: ShapeOptions = { raw, accent: mark.accent !== undefined };
    for (const name of numbers) if (mark[name] !== undefined) options[name] = Number(mark[name]);
    const { d = "", clip } = mark;
    const draw = () => {
      if (kinds.includes("veil")) {
        const stops = (mark.stops ?? "").split(",").map((stop): Stop => {
          const [offset, name, opacity] = stop.split(" ");
          return [Number(offset), colorOf(name) ?? "", Number(opacity)];
        });
        if (stops.every(([, name]) => name)) pen.veil(d, stops, kinds.includes("sideways"));
      } else if (!color) return;
      else if (kinds.includes("glow"))
        pen.glow(Number(mark.cx), Number(mark.cy), Number(mark.r), color, options.opacity);
      else if (kinds.includes("mark")) pen.mark(d, color, options.line, options);
      else if (kinds.includes("stroke"))
        pen.stroke(d, color, Number(mark["stroke-width"]), options);
      else pen.shape(d, color, options);
    };
    if (clip) pen.clip(clip, draw);
    else draw();
  }
}

/** A thing, in centimetres, with its foot or its handle in the origin; in a given colour. */
export function drawProp(pen: Pen, name: string, snow = false, color?: string) {
  for (const { marks } of readPlate(`props/${name}`)) {
    const own = marks.find(({ fill }) => fill?.startsWith("#"))?.fill;
    const dyed = (one?: string) => (one === own ? (color ?? one) : one);
    for (const mark of marks) {
      mark.fill = dyed(mark.fill);
      mark.stroke = dyed(mark.stroke);
    }
    drawMarks(pen, marks, snow);
  }
}

/** A location: its vanishing point is the camera's, 1000 of its units are the focal length. */
export function paintPlate(stage: Stage, name: string) {
  const { camera, light } = stage;
  const { wintry } = stage.reading;
  for (const { z, far, marks } of readPlate(`places/${name}`)) {
    const { class: kind, fill = "", stroke = "", snow, y } = marks[0] ?? {};
    const scale = camera.focal / 1000;
    if (kind === "floor") {
      const [near = fill, distant = stroke] = wintry && snow ? snow.split(" ") : [];
      stage.floor(near, distant, z);
      continue;
    }
    if (kind === "water") stage.water(fill, Number(y) * scale, z);
    stage.put(z, (pen) => {
      pen.distance = far;
      const rest = kind === "water" ? marks.slice(1) : marks;
      const draw = () => drawMarks(pen, rest, wintry);
      pen.within(camera.centre, camera.horizon, scale, draw, light.side < 0);
    });
  }
}

interface Air {
  palette?: Palette;
  stretch?: boolean; // extends to all edges of the picture, whatever its shape
  count?: number; // only the first layers
  /** Its anchor in the picture, and the units of a thousand of the plate. */
  at?: [x: number, y: number, size: number];
}

/** Weather, sky and other plates that fill the picture; distances are relative to figures. */
export function paintAir(stage: Stage, name: string, air: Air = {}) {
  const { width, height, light, camera } = stage;
  const size = Math.max(width, height);
  const [x, y, scale] = air.at ?? [(width - size) / 2, 0, size];
  for (const { z, far, marks } of readPlate(`air/${name}`).slice(0, air.count))
    stage.put(z < 1000 ? z * camera.stand : z, (pen) => {
      pen.distance = far;
      const draw = () => drawMarks(pen, marks, false, air.palette);
      if (air.stretch) pen.group(`transform="scale(${width / 1000} ${height / 1000})"`, draw);
      else if (light.side < 0 && !air.at) pen.within(width - x, y, scale / 1000, draw, true);
      else pen.within(x, y, scale / 1000, draw);
    });
}
