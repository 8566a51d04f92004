import { runProgram } from "./commands.ts";

/** `npm run bench -- <name>`: measures against a reference in the same run. */
export const main = () => runProgram("bench");
