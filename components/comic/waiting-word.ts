/** The word on a frame that waits for its picture. */
export const waitingWord =
  "display -rotate-2 justify-self-center border-2 border-ink bg-yellow px-3 py-0.5 text-xl text-on-yellow";
