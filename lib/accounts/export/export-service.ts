import "server-only";
import { ReadableStream as WebStream } from "node:stream/web";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { brand } from "@/lib/platform/brand";
import { unauthorized } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { assertBelowRateLimit, enforceRateLimit } from "@/lib/platform/rate-limit";
import { storage } from "@/lib/platform/storage/index";
import { type ZipEntry, zip } from "@/lib/platform/zip";
import { exportFileName } from "./export-file-name";
import {
  ownAccount,
  ownEvents,
  ownJobs,
  ownLibrary,
  ownLikes,
  ownMedia,
  ownProviderCalls,
  ownQuota,
  ownReadings,
  ownReports,
  ownSessions,
  ownStories,
} from "./export-queries";

/** Increases when the format changes incompatibly. */
const version = 1;

/** An archive may contain gigabytes from the store. */
const limit = { name: "account-export", max: 5, windowSeconds: 3600 };

/**
 * All data of a user as one ZIP file, streamed: rows as JSON, pictures and videos unchanged. A read
 * error aborts the transfer, so that a partial archive is not mistaken for a complete one.
 * @throws AppError `unauthorized`, `rate_limited`
 */
export async function exportAccount(viewer: Viewer, headAlone: boolean): Promise<Response> {
  const headers = {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${exportFileName(viewer.username)}"`,
    "x-content-type-options": "nosniff",
  };
  if (headAlone) {
    await assertBelowRateLimit(limit, `user:${viewer.id}`);
    return new Response(null, { headers });
  }
  await enforceRateLimit(limit, `user:${viewer.id}`);
  const account = await ownAccount(viewer.id);
  if (!account) throw unauthorized();
  const archive = logged(zip(filesOf(viewer.id, account)), viewer.id);
  return new Response(WebStream.from(archive) as ReadableStream, { headers });
}

async function* logged(archive: AsyncIterable<Uint8Array>, userId: string) {
  try {
    yield* archive;
  } catch (error) {
    log.error({ err: error, user: userId }, "an account export was aborted");
    throw error;
  }
}

async function* filesOf(userId: string, account: object): AsyncGenerator<ZipEntry> {
  const modified = new Date();
  const file = (name: string, bytes: ZipEntry["bytes"]): ZipEntry => ({
    name,
    modified,
    bytes,
    compress: true,
  });
  yield file("README.txt", encoder.encode(readme(modified)));
  yield file("account.json", document("account", { account }));
  yield file("likes.json", document("likes", await ownLikes(userId)));
  yield file("reading.json", document("reading", { readings: await ownReadings(userId) }));
  yield file("cast.json", document("cast", { entries: await ownLibrary(userId) }));
  yield file("spending.json", list("spending", "calls", ownProviderCalls(userId)));
  yield file("jobs.json", list("jobs", "jobs", ownJobs(userId)));
  yield file("quota.json", document("quota", { entries: await ownQuota(userId) }));
  yield file("reports.json", document("reports", await ownReports(userId)));
  yield file("sessions.json", document("sessions", { sessions: await ownSessions(userId) }));
  yield file("events.json", list("events", "events", ownEvents(userId)));
  for await (const story of ownStories(userId)) {
    yield file(`stories/${story.id}.json`, document("story", { story }));
  }
  const missing: string[] = [];
  for await (const media of ownMedia(userId)) {
    const key = `${media.sha256}.${media.extension}`;
    const opened = await storage().open(key);
    if (!opened || opened === "unsatisfiable") {
      missing.push(key);
      continue;
    }
    yield {
      name: `media/${key}`,
      modified: media.createdAt,
      bytes: opened.body,
      compress: false,
    };
  }
  if (missing.length === 0) return;
  log.error(
    { user: userId, objects: missing.length },
    "objects of an account export are missing in the store",
  );
  const lines = missing.map((key) => `media/${key}\n`).join("");
  yield file("missing.txt", encoder.encode(`These files are no longer stored:\n${lines}`));
}

const encoder = new TextEncoder();

/** Sums are integers in millionths; objects are written as their path in the archive. */
function plain(this: unknown, _key: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null || !("sha256" in value)) return value;
  const { sha256, extension, ...facts } = value as { sha256: string; extension: string };
  const name = `media/${sha256}.${extension}`;
  return { file: name, url: `/${name}`, ...facts };
}

const headOf = (what: string) =>
  `"format": ${JSON.stringify(`${brand.slug}-${what}`)},\n"version": ${version}`;

function document(what: string, content: object): Uint8Array {
  const body = JSON.stringify(content, plain, 1);
  return encoder.encode(`{\n${headOf(what)},\n${body.slice(2)}\n`);
}

async function* list(what: string, field: string, rows: AsyncIterable<object>) {
  yield encoder.encode(`{\n${headOf(what)},\n"${field}": [`);
  let between = "\n";
  for await (const row of rows) {
    yield encoder.encode(between + JSON.stringify(row, plain));
    between = ",\n";
  }
  yield encoder.encode("\n]\n}\n");
}

const readme = (moment: Date) => `Everything of yours at ${brand.name}, ${moment.toISOString()}

account.json    your profile, the services you sign in with, and what you uploaded
stories/        one file for each story: scenes, panels, bubbles, takes, characters, locations, lineage
media/          every picture and video of yours; "file" in the other files names them
likes.json      the stories and scenes you liked
reading.json    how far you have read stories, and on which device
cast.json       your characters and locations across stories
spending.json   every paid call of the AI with what it cost (costMicros: millionths of a dollar)
jobs.json       what you asked the AI for
quota.json      the scenes counted against your hour
reports.json    what you reported, what was decided on it, and decisions on your own work
sessions.json   where you were signed in lately
events.json     what your browser reported

Not in here: your password and the signatures of your sessions, which cannot be read back, and
smaller encodings of pictures, which are made from those in media/.
`;
