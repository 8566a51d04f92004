import { runProgram } from "./commands.ts";

/** `npm run faults -- <name>`: attacks, faults and what must hold under them. */
export const main = () => runProgram("faults");
