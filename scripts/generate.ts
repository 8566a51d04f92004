import { runProgram } from "./commands.ts";

/** `npm run generate -- <name>`: writes a generated file. */
export const main = () => runProgram("generate");
