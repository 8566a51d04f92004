import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { isbot } from "isbot";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { notFound } from "@/lib/platform/errors";
import type { EventInput } from "./event-schema";
import { enqueueView } from "./view-batch-service";

/** Longer than what browsers say of themselves; the rest decides nothing. */
const maxUserAgentLength = 500;

const salts = new Map<string, Promise<Uint8Array>>();

/**
 * What the viewers of a day are hashed with: made by chance, the same in every process, deleted when
 * the day is over. From then on nobody, the keeper of the secrets included, can tell who it was.
 */
function saltOf(day: string): Promise<Uint8Array> {
  let salt = salts.get(day);
  if (!salt) {
    salts.clear();
    salt = readSalt(day);
    salt.catch(() => salts.delete(day));
    salts.set(day, salt);
  }
  return salt;
}

async function readSalt(day: string): Promise<Uint8Array> {
  await db.$executeRaw`INSERT INTO view_salt (day, salt)
    VALUES (${day}::date, ${randomBytes(32)}) ON CONFLICT DO NOTHING`;
  const { salt } = await db.viewSalt.findUniqueOrThrow({ where: { day: new Date(day) } });
  return salt;
}

/** A keyed hash that says nothing about who it was, and another tomorrow. */
async function viewerKey(viewer: Viewer | null, client: Client, day: string): Promise<string> {
  const who = viewer
    ? `user ${viewer.id}`
    : `address ${client.address} ${client.agent.slice(0, maxUserAgentLength)}`;
  return createHmac("sha256", await saltOf(day))
    .update(`${env().NEXTAUTH_SECRET ?? ""} ${day} ${who}`)
    .digest("hex");
}

/** Who asks, as far as a request without a sign-in tells. */
interface Client {
  address: string;
  /** The header User-Agent; empty where there is none. */
  agent: string;
}

/** Programs that fetch pages, and what does not say what it is. */
const isBot = ({ agent }: Client) => agent === "" || isbot(agent.slice(0, maxUserAgentLength));

/**
 * Notes that somebody read a story: once for each person and day. Neither an author's own reading
 * nor a program's counts. The story's counter follows within minutes.
 * @throws AppError `not_found`
 */
export async function recordView(
  viewer: Viewer | null,
  storyId: string,
  client: Client,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const found = await enqueueView({
    storyId,
    day,
    viewer: await viewerKey(viewer, client, day),
    counts: !isBot(client),
    userId: viewer?.id ?? null,
    seesAll: viewer?.isAdministrator ?? false,
  });
  if (!found) throw notFound("story");
}

/** Stores what a browser reports. Its shape bounds it; old rows are pruned. */
export async function recordEvent(viewer: Viewer | null, event: EventInput): Promise<void> {
  const { name, ...payload } = event;
  await db.analyticsEvent.create({ data: { name, userId: viewer?.id ?? null, payload } });
}
