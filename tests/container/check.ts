/**
 * `npm run test:image`: lays out what the image consists of, looks through it, and runs it as a
 * serverless host would: as a user who owns nothing, on a read-only file system, with a single
 * connection to the database, pictures in a bucket. Exits with 1 where something is not as it must be.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "../../prisma/embedded-postgres.ts";
import { freePort } from "../../prisma/postgres/free-port.ts";
import { waitUntilReady } from "../../scripts/launcher/app.ts";
import { ensureBuild } from "../../scripts/launcher/build.ts";
import { startEngine } from "../../scripts/launcher/engine.ts";
import { bucket, keys, startS3Server } from "../protocol/storage/s3-server.ts";
import { contentsOf, findProblems } from "./contents.ts";
import { runHappyPath } from "./happy-path.ts";
import { run, startSandboxed } from "./sandbox.ts";

/** Fixed, because the bucket's address belongs to the build. */
const s3Port = 39_417;
const built = {
  BUILD_STANDALONE: "true",
  S3_BUCKET: bucket,
  S3_REGION: "us-east-1",
  S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
};
/** The value of secrets in the build's environment: it may not be in the image. */
const canary = "canary5f0c1d8e7b6a";
const secrets = Object.fromEntries(
  [
    "NEXTAUTH_SECRET",
    "S3_SECRET_ACCESS_KEY",
    "S3_ACCESS_KEY_ID",
    "OPENAI_API_KEY",
    "REPLICATE_API_TOKEN",
    "INNGEST_EVENT_KEY",
    "INNGEST_SIGNING_KEY",
  ].map((name) => [name, `${canary}-${name.toLowerCase()}-0123456789abcdef`]),
);

export async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "inkwright-image-"));
  chmodSync(folder, 0o755);
  const cleanups: (() => Promise<void> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true }),
  ];
  const faults: string[] = [];
  const say = (text: string) => console.log(`ok      ${text}`);
  try {
    await ensureBuild({ ...built, ...secrets });
    const tree = path.join(folder, "app");
    await run(process.execPath, ["scripts/container-files.mjs", tree]);
    const before = contentsOf(tree);
    faults.push(...findProblems(tree, before, canary));
    const megabytes = Math.round([...before.values()].reduce((sum, size) => sum + size, 0) / 1e6);
    if (faults.length === 0)
      say(`${before.size} files, ${megabytes} MB: nothing that does not belong there`);

    const database = await startEmbeddedPostgres({ dataDir: path.join(folder, "data") });
    cleanups.push(database.stop);
    const store = await startS3Server(s3Port);
    cleanups.push(store.close);
    const port = await freePort();
    const engine = await startEngine({
      databaseUrl: database.url,
      secrets: {
        nextAuthSecret: "",
        engineEventKey: randomBytes(16).toString("hex"),
        engineSigningKey: `signkey-prod-${randomBytes(32).toString("hex")}`,
      },
      appAddress: `http://127.0.0.1:${port}`,
      slots: { WRITER_CALLS_AT_ONCE: 4, PAINTER_CALLS_AT_ONCE: 4 },
      started: () => {},
      failed: (message) => faults.push(message),
    });
    cleanups.push(engine.service.stop);

    const url = new URL(database.url);
    url.searchParams.set("application_name", "inkwright-app");
    const env = {
      ...built,
      ...engine.appEnv,
      NODE_ENV: "production",
      HOSTNAME: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: url.href,
      DATABASE_POOL_SIZE: "1",
      SERVERLESS: "true",
      NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
      NEXTAUTH_URL: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      DEMO_WRITER_MS: "0",
      LOG_LEVEL: "warn",
    };
    const migrated = await startSandboxed(tree, ["prisma/apply-migrations.mjs"], env).ended;
    if (migrated.code !== 0) throw new Error(`The image cannot migrate: ${migrated.output}`);
    say("the image migrates an empty database");

    const app = startSandboxed(tree, ["--max-semi-space-size=8", "server.js"], env);
    cleanups.push(app.stop);
    await Promise.race([
      waitUntilReady(`http://127.0.0.1:${port}/api/ready`),
      app.ended.then(({ output }) => {
        throw new Error(`The app ended: ${output}`);
      }),
    ]);
    say(`it starts as ${app.how}, and is ready`);
    const facts = await runHappyPath(`http://127.0.0.1:${port}`, database.url, store);
    faults.push(...facts.faults);
    for (const fact of facts.seen) say(fact);

    await app.stop();
    const after = contentsOf(tree);
    const changed = [...after]
      .filter(([name, size]) => before.get(name) !== size)
      .map(([name]) => name);
    if (changed.length > 0) faults.push(`Files were written: ${changed.join(", ")}`);
    const output = (await app.ended).output;
    const complaints = output
      .split("\n")
      .filter((line) => /EROFS|EACCES|ENOENT.*open|EPERM/.test(line));
    if (complaints.length > 0) faults.push(`The app wanted to write: ${complaints.join("\n")}`);
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    for (const stop of cleanups.reverse()) await Promise.resolve(stop()).catch(console.error);
  }
  for (const fault of faults) console.error(`FAILED  ${fault}`);
  process.exit(faults.length > 0 ? 1 : 0);
}
