import { expect, it } from "vitest";
import { run } from "@/prisma/postgres/run";
import { runNode } from "@/scripts/launcher/run-node";

/** Prints a euro sign in two chunks. */
const script = `
  process.stdout.write(Buffer.from([0xe2]));
  setTimeout(() => process.stdout.write(Buffer.from([0x82, 0xac])), 200);`;

it.each([
  ["a Node program", () => runNode(["-e", script])],
  ["another command", () => run(process.execPath, ["-e", script])],
])("the output of %s keeps a character that arrives in two chunks", async (_, start) => {
  expect((await start()).output).toBe("€");
});
