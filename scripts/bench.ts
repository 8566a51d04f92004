import { runProgram } from "./commands.ts";

/** `npm run bench -- <name>`: measures, beside a reference of the same run. */
export const main = () => runProgram("bench");
