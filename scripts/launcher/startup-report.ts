import { networkInterfaces } from "node:os";
import path from "node:path";
import { ownAddress, publicAddress } from "./app.ts";
import type { Database } from "./database.ts";
import { usesForeignEngine } from "./engine.ts";
import { ROOT, type Settings } from "./settings.ts";

const demo = "demo studio (no network)";
/** A folder, relative to the project's folder where it is inside. */
const short = (folder: string) => (folder.startsWith(ROOT) ? path.relative(ROOT, folder) : folder);
const hostOf = (address: string | undefined) => (address ? ` at ${new URL(address).host}` : "");

/** The engine of each port. */
export function enginesInUse(settings: Settings, database: Database): Record<string, string> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_IMAGE_MODEL, PAINTER } = settings;
  const server =
    (OPENAI_API_KEY || OPENAI_BASE_URL) && `OpenAI's protocol${hostOf(OPENAI_BASE_URL)}`;
  const replicate =
    settings.REPLICATE_API_TOKEN && `Replicate${hostOf(settings.REPLICATE_BASE_URL)}`;
  const painters = {
    comfyui: settings.COMFYUI_URL && `ComfyUI${hostOf(settings.COMFYUI_URL)}`,
    sdapi: settings.SDAPI_URL && `SD API${hostOf(settings.SDAPI_URL)}`,
    replicate,
    openai: OPENAI_IMAGE_MODEL && server,
    demo,
  };
  return {
    database: database.embedded
      ? `embedded PostgreSQL in ${short(database.embedded.folder)}`
      : `PostgreSQL${hostOf(database.url)}`,
    "durable functions": usesForeignEngine(settings)
      ? `Inngest${hostOf(settings.INNGEST_BASE_URL)}`
      : "embedded engine",
    objects: settings.S3_BUCKET
      ? `bucket ${settings.S3_BUCKET}${hostOf(settings.S3_ENDPOINT)}`
      : `folder ${short(path.join(settings.DATA_DIR, "objects"))}`,
    mail: settings.SMTP_URL ? `SMTP${hostOf(settings.SMTP_URL)}` : "shown in this log",
    text: server || demo,
    images: (PAINTER && painters[PAINTER]) || Object.values(painters).find(Boolean) || demo,
    videos: replicate || demo,
  };
}

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
  for (const [port, engine] of Object.entries(enginesInUse(settings, database))) {
    console.log(`  ${port.padEnd(18)} ${engine}`);
  }
  const warning = unreachableLinks(settings);
  if (warning) console.log(`\n${warning}\n`);
  console.log("Stop it with Ctrl-C.\n");
}
