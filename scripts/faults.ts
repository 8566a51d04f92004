import { runProgram } from "./commands.ts";

/**
 * `npm run faults -- <name>`: runs attacks and faults, and compares the results with requirements.
 */
export const main = () => runProgram("faults");
