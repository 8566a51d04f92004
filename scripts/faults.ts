import { runProgram } from "./commands.ts";

/** `npm run faults -- <name>`: attacks and faults, with their bars. */
export const main = () => runProgram("faults");
