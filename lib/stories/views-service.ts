import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { notFound } from "@/lib/platform/errors";
import type { EventInput } from "./event-schema";

// Without a secret of the installation a key of this process must do: nobody can sign in then either.
const fallbackKey = randomBytes(32);

/** A keyed hash that says nothing about who it was, and another tomorrow. */
function viewerKey(viewer: Viewer | null, address: string, day: string): string {
  const who = viewer ? `user ${viewer.id}` : `address ${address}`;
  return createHmac("sha256", env().NEXTAUTH_SECRET ?? fallbackKey)
    .update(`view ${day} ${who}`)
    .digest("hex");
}

/**
 * Notes that somebody read a story: once for each person and day. An author's own reading does not
 * count. The story's counter follows within minutes.
 * @throws AppError `not_found`
 */
export async function recordView(
  viewer: Viewer | null,
  storyId: string,
  address: string,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    WITH target AS (
      SELECT s.id, s.author_id FROM story s
      WHERE s.id = ${storyId}::uuid AND (s.status = 'published'
        OR ${viewer?.isAdministrator ?? false} OR s.author_id = ${viewer?.id ?? null}::uuid)),
    added AS (
      INSERT INTO story_view (story_id, day, viewer)
      SELECT t.id, ${day}::date, ${viewerKey(viewer, address, day)} FROM target t
      WHERE t.author_id IS DISTINCT FROM ${viewer?.id ?? null}::uuid
      ON CONFLICT DO NOTHING)
    SELECT EXISTS (SELECT 1 FROM target) AS found`;
  if (!row?.found) throw notFound("story");
}

/** Stores what a browser reports. Its shape bounds it; old rows are pruned. */
export async function recordEvent(viewer: Viewer | null, event: EventInput): Promise<void> {
  const { name, ...payload } = event;
  await db.analyticsEvent.create({ data: { name, userId: viewer?.id ?? null, payload } });
}
