import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { StartupError } from "../prisma/postgres/startup-error.ts";

/**
 * Runs a program of a folder, such as `npm run bench -- page 3`: the arguments are the folder, the
 * program's name and its own arguments. docs/commands.md lists the programs.
 */
export async function main(): Promise<void> {
  const [node = "", , folder = "", name, ...args] = process.argv;
  const file = path.resolve(folder, `${name}.ts`);
  if (!name || !existsSync(file)) {
    const names = readdirSync(folder).flatMap((one) =>
      one.endsWith(".ts") ? [one.slice(0, -3)] : [],
    );
    throw new StartupError(`Name a program of ${folder} (docs/commands.md): ${names.join(", ")}`);
  }
  // Programs parse their arguments as if they were started directly.
  process.argv = [node, file, ...args];
  const program: { main: () => unknown } = await import(pathToFileURL(file).href);
  await program.main();
}
