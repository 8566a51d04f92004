import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { isbot } from "isbot";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { notFound } from "@/lib/platform/errors";
import type { EventInput } from "./event-schema";
import { enqueueView } from "./view-batch-service";

/** Characters. Longer than the User-Agent of browsers; the rest is ignored. */
const maxUserAgentLength = 500;

const salts = new Map<string, Promise<Uint8Array>>();

/**
 * The salt of the viewer hashes of one day: random, the same in every process, deleted when the day
 * is over. From then on a hash cannot be traced to a viewer, not even by the operator who knows the
 * secrets.
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

/** A keyed hash that does not reveal the viewer and changes every day. */
async function viewerKey(viewer: Viewer | null, client: Client, day: string): Promise<string> {
  const who = viewer
    ? `user ${viewer.id}`
    : `address ${client.address} ${client.agent.slice(0, maxUserAgentLength)}`;
  return createHmac("sha256", await saltOf(day))
    .update(`${env().NEXTAUTH_SECRET ?? ""} ${day} ${who}`)
    .digest("hex");
}

/** Identity of a viewer without a sign-in, from the request. */
interface Client {
  address: string;
  /** The header User-Agent, or an empty text. */
  agent: string;
}

/** Crawlers, and clients without a User-Agent. */
const isBot = ({ agent }: Client) => agent === "" || isbot(agent.slice(0, maxUserAgentLength));

/**
 * Records a view: once for each person and day. Views of the author and of programs do not count.
 * The story's counter follows within minutes.
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

/** Stores an event that a browser reports. Its schema bounds it; old rows are pruned. */
export async function recordEvent(viewer: Viewer | null, event: EventInput): Promise<void> {
  const { name, ...payload } = event;
  await db.analyticsEvent.create({ data: { name, userId: viewer?.id ?? null, payload } });
}
