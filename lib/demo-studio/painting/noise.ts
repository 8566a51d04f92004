import { random } from "./random";

/** Side of the repeating noise tiles, pixels: a power of two. */
const side = 512;
const tiles = new Map<string, Float32Array>();

const smooth = (value: number) => value * value * (3 - 2 * value);

/** Adds a layer of smooth noise of `count` waves that repeats without a seam. */
function addNoise(tile: Float32Array, seed: string, count: number, weight: number) {
  const chance = random(seed);
  const grid = Float32Array.from({ length: count * count }, () => chance());
  const at = (row: number, column: number) => grid[(row % count) * count + (column % count)] ?? 0;
  for (let y = 0; y < side; y++) {
    const row = Math.floor((y / side) * count);
    const fy = smooth((y / side) * count - row);
    for (let x = 0; x < side; x++) {
      const column = Math.floor((x / side) * count);
      const fx = smooth((x / side) * count - column);
      const [a, b] = [at(row, column), at(row, column + 1)];
      const [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
      const value = a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy;
      tile[y * side + x] = (tile[y * side + x] ?? 0) + weight * value;
    }
  }
}

/** Smooth noise from 0 to 1 at any point; `cells` is the number of waves across its tile. */
export function noise(name: string, cells: number, octaves: number) {
  const key = `${name}:${cells}:${octaves}`;
  const tile = tiles.get(key) ?? new Float32Array(side * side);
  if (!tiles.has(key)) {
    const total = 2 - 2 ** (1 - octaves);
    for (let octave = 0; octave < octaves; octave++)
      addNoise(tile, `${key}:${octave}`, cells * 2 ** octave, 0.5 ** octave / total);
    tiles.set(key, tile);
  }
  return (x: number, y: number) => tile[(y & (side - 1)) * side + (x & (side - 1))] ?? 0.5;
}
