import { runProgram } from "./commands.ts";

/** `npm run generate -- <name>`: writes a file that is generated. */
export const main = () => runProgram("generate");
