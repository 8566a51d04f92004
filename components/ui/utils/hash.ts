/** A small stable number from a text (FNV-1a), for choices that must not change between visits. */
export function hash(text: string, choices: number): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0) % choices;
}
