import { random } from "./random";

/** Side of the repeating noise tiles, pixels. */
export const tileSize = 512;
const tiles = new Map<string, Float32Array>();

/** Smooth noise that repeats without a seam; values from 0 to 1. `cells` is how many waves fit. */
export function noiseTile(name: string, cells: number, octaves: number): Float32Array {
  const key = `${name}:${cells}:${octaves}`;
  const known = tiles.get(key);
  if (known) return known;
  const tile = new Float32Array(tileSize * tileSize);
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < octaves; octave++) {
    const count = cells * 2 ** octave;
    const chance = random(`${key}:${octave}`);
    const lattice = Float32Array.from({ length: count * count }, () => chance());
    for (let y = 0; y < tileSize; y++) {
      const v = (y / tileSize) * count;
      const row = Math.floor(v);
      const fy = smooth(v - row);
      const top = (row % count) * count;
      const bottom = ((row + 1) % count) * count;
      for (let x = 0; x < tileSize; x++) {
        const u = (x / tileSize) * count;
        const column = Math.floor(u);
        const fx = smooth(u - column);
        const left = column % count;
        const right = (column + 1) % count;
        const a = lattice[top + left] ?? 0;
        const b = lattice[top + right] ?? 0;
        const c = lattice[bottom + left] ?? 0;
        const d = lattice[bottom + right] ?? 0;
        const index = y * tileSize + x;
        tile[index] =
          (tile[index] ?? 0) +
          weight * (a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy);
      }
    }
    total += weight;
    weight *= 0.5;
  }
  for (let index = 0; index < tile.length; index++) tile[index] = (tile[index] ?? 0) / total;
  tiles.set(key, tile);
  return tile;
}

const smooth = (value: number) => value * value * (3 - 2 * value);
