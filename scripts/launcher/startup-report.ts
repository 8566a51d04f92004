import { networkInterfaces } from "node:os";
import path from "node:path";
import { ownAddress, publicAddress } from "./app.ts";
import type { Database } from "./database.ts";
import { usesForeignEngine } from "./engine.ts";
import { ROOT, type Settings } from "./settings.ts";

/** A folder, relative to the project's folder where it is inside. */
function short(folder: string): string {
  const relative = path.relative(ROOT, folder);
  return relative.startsWith("..") ? folder : relative;
}

/** The engine of each port, as pairs of port and engine. */
function enginesInUse(settings: Settings, database: Database): [string, string][] {
  const functions = settings.INNGEST_DEV
    ? "Inngest's dev server"
    : `Inngest${settings.INNGEST_BASE_URL ? ` at ${settings.INNGEST_BASE_URL}` : " Cloud"}`;
  return [
    [
      "database",
      database.embedded
        ? `embedded PostgreSQL in ${short(database.embedded.folder)}`
        : `PostgreSQL at ${new URL(database.url).host}`,
    ],
    ["durable functions", usesForeignEngine(settings) ? functions : "embedded engine"],
    [
      "objects",
      settings.S3_BUCKET
        ? `bucket ${settings.S3_BUCKET} at ${settings.S3_ENDPOINT ?? "Amazon S3"}`
        : `folder ${short(path.join(settings.DATA_DIR, "objects"))}`,
    ],
    [
      "mail",
      settings.SMTP_URL ? `SMTP at ${new URL(settings.SMTP_URL).host}` : "shown in this log",
    ],
    ["text", serverOf(settings) ?? demo],
    ["images", settings.REPLICATE_API_TOKEN ? replicate(settings) : (painterOf(settings) ?? demo)],
    ["videos", settings.REPLICATE_API_TOKEN ? replicate(settings) : demo],
  ];
}

const demo = "demo studio (no network)";
const at = (address: string | undefined) => (address ? ` at ${new URL(address).host}` : "");
const replicate = ({ REPLICATE_BASE_URL }: Settings) => `Replicate${at(REPLICATE_BASE_URL)}`;

/** The server with OpenAI's protocol; undefined if there is none. */
const serverOf = ({ OPENAI_API_KEY, OPENAI_BASE_URL }: Settings) =>
  OPENAI_API_KEY || OPENAI_BASE_URL
    ? `OpenAI${OPENAI_BASE_URL ? "'s protocol" : ""}${at(OPENAI_BASE_URL)}`
    : undefined;
const painterOf = (settings: Settings) =>
  settings.OPENAI_IMAGE_MODEL ? serverOf(settings) : undefined;

/** Warns if other devices can reach the server, but not the address in its links. */
export function unreachableLinks({ APP_URL, HOST, PORT }: Settings): string | null {
  if (APP_URL || /^(localhost|127\.|::1$)/.test(HOST)) return null;
  const isWildcard = HOST === "0.0.0.0" || HOST === "::";
  const [lan] = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  const example = isWildcard ? (lan?.address ?? "192.168.1.20") : HOST;
  return `Links in mails, feeds, catalogues and shared pages begin with http://localhost:${PORT}, which other devices cannot open. Set APP_URL to the address that they use, such as ${ownAddress(example, PORT)}.`;
}

/** The lines that a start prints at its end. */
export function printReport(settings: Settings, database: Database, seconds: number): void {
  const url = publicAddress(settings);
  console.log(`\nInkwright is running at ${url} (started in ${seconds.toFixed(1)} s)`);
  for (const [port, engine] of enginesInUse(settings, database)) {
    console.log(`  ${port.padEnd(18)} ${engine}`);
  }
  const warning = unreachableLinks(settings);
  if (warning) console.log(`\n${warning}\n`);
  console.log("Stop it with Ctrl-C.\n");
}
