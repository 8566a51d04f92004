/** The visible part of a small choice, after its radio button, which is a `peer`. */
export const radioTile =
  "grid cursor-pointer place-items-center rounded-control border-2 border-transparent font-bold not-peer-checked:hover:bg-wash peer-checked:border-ink peer-checked:bg-yellow peer-checked:text-on-yellow peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-blue";
