import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildVariableNames } from "../../lib/platform/build-variables.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { bin, runNode } from "./run-node.ts";
import { childEnvironment } from "./service.ts";
import { ROOT } from "./settings.ts";

/** Folders and files that a build depends on. */
const SOURCES = ["app", "components", "lib", "inngest", "prisma/schema", "public"];
const FILES = [
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "prisma.config.ts",
  "proxy.ts",
  "tsconfig.json",
];

/** The files below a folder, in an order that does not depend on the system. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
}

/** A hash of all inputs of a build: sources, configuration, packages, inlined variables. */
export function fingerprint(root: string, env: Record<string, string | undefined>): string {
  const hash = createHash("sha256");
  const files = [
    ...SOURCES.flatMap((folder) => filesBelow(path.join(root, folder))),
    ...FILES.map((name) => path.join(root, name)).filter(existsSync),
  ];
  for (const file of files) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  const variables = [...buildVariableNames, "APP_URL", "COMPRESS", "BUILD_STANDALONE"];
  for (const name of variables) hash.update(`${name}=${env[name] ?? ""}\0`);
  return hash.update(process.versions.node.split(".")[0] ?? "").digest("hex");
}

/** File with the hash of the inputs of the build in .next. */
const stampOf = (root: string) => path.join(root, ".next", "inkwright-build");

/** Whether .next contains a finished build of exactly these inputs. */
export function isBuilt(root: string, wanted: string): boolean {
  const stamp = stampOf(root);
  return (
    existsSync(path.join(root, ".next", "BUILD_ID")) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === wanted
  );
}

/** `npm run build`: only the production build, for images and hosts that start the app themselves. */
export const main = (): Promise<void> => ensureBuild({});

/** Runs `next build` if the inputs have changed since the last build. */
export async function ensureBuild(env: Record<string, string | undefined>): Promise<void> {
  const expected = fingerprint(ROOT, { ...process.env, ...env });
  if (isBuilt(ROOT, expected)) return;
  console.log("Building the app …");
  rmSync(stampOf(ROOT), { force: true });
  const { ok, output } = await runNode([bin("next"), "build"], {
    env: { ...childEnvironment(env), NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (!ok) throw new StartupError(`The app could not be built:\n\n${output}`);
  writeFileSync(stampOf(ROOT), expected);
}
