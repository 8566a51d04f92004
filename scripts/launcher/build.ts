import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { envSchema } from "../../lib/platform/env.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
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

/** Variables that only the running server reads. */
const RUNTIME_ONLY = new Set([
  "NODE_ENV",
  "PORT",
  "HOST",
  "DATA_DIR",
  "LOG_LEVEL",
  "TRUSTED_PROXY_HOPS",
  "DATABASE_URL",
  "DIRECT_DATABASE_URL",
  "DATABASE_POOL_SIZE",
  "SEED_DEMO",
  "SERVERLESS",
  "MIGRATE_PREVIEWS",
  "NEXTAUTH_SECRET",
  "SECURITY_CONTACT",
  "SMTP_URL",
  "MAIL_FROM",
  "INNGEST_EVENT_KEY",
  "INNGEST_SIGNING_KEY",
  "INNGEST_BASE_URL",
  "INNGEST_SIGNING_KEY_FALLBACK",
  "INNGEST_SERVE_ORIGIN",
  "INNGEST_DEV",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "UPLOAD_BODY_LIMIT",
  "C2PA_CERTIFICATE",
  "C2PA_PRIVATE_KEY",
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "OPENAI_MODEL",
  "OPENAI_IMAGE_MODEL",
  "OPENAI_VISION_MODEL",
  "OPENAI_FIRST_TOKEN_SECONDS",
  "OPENAI_SILENCE_SECONDS",
  "OPENAI_ANSWER_SECONDS",
  "OPENAI_MAX_TOKENS",
  "OPENAI_MODERATION",
  "REPLICATE_API_TOKEN",
  "REPLICATE_BASE_URL",
  "REPLICATE_WEBHOOK_SECRET",
  "REPLICATE_VIDEO_MODEL",
  "SCENES_PER_HOUR",
  "WRITER_CALLS_PER_MINUTE",
  "PAINTER_CALLS_PER_MINUTE",
  "WRITER_CALLS_AT_ONCE",
  "PAINTER_CALLS_AT_ONCE",
  "DEMO_WRITER_MS",
  "DEMO_PAINTER_MS",
]);

function* filesBelow(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else if (entry.isFile()) yield full;
  }
}

/** A hash of all inputs of a build: sources, configuration, packages, inlined variables. */
export function fingerprint(root: string, env: Record<string, string | undefined>): string {
  const hash = createHash("sha256");
  const files = [
    ...SOURCES.flatMap((folder) => [...filesBelow(path.join(root, folder))]),
    ...FILES.map((name) => path.join(root, name)).filter(existsSync),
  ];
  for (const file of files) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  const inlined = Object.keys(envSchema.shape).filter((name) => !RUNTIME_ONLY.has(name));
  const exposed = Object.keys(env).filter((name) => name.startsWith("NEXT_PUBLIC_"));
  for (const name of [...inlined, ...exposed].sort()) hash.update(`${name}=${env[name] ?? ""}\0`);
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

/** Runs `next build` if the inputs have changed since the last build. */
export async function ensureBuild(env: Record<string, string | undefined>): Promise<void> {
  const expected = fingerprint(ROOT, { ...process.env, ...env });
  if (isBuilt(ROOT, expected)) return;
  console.log("Building the app …");
  rmSync(stampOf(ROOT), { force: true });
  const next = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const { code, output } = await new Promise<{ code: number | null; output: string }>(
    (resolve, reject) => {
      const child = spawn(process.execPath, [next, "build"], {
        cwd: ROOT,
        env: { ...childEnvironment(env), NEXT_TELEMETRY_DISABLED: "1" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk) => {
          output += chunk;
        });
      }
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, output }));
    },
  );
  if (code !== 0) throw new StartupError(`The app could not be built:\n\n${output.trim()}`);
  writeFileSync(stampOf(ROOT), expected);
}
