/** Whether this is `npm run test:full`: a corpus is whole there, and has each of its kinds elsewhere. */
export const isFullRun = Boolean(process.env.TEST_SLOW);

/** How many random cases a property is tried with: a quarter of them but in the full run. */
export const runs = (all: number): number => (isFullRun ? all : Math.ceil(all / 4));
