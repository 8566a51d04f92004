import "server-only";
import { db } from "@/lib/platform/db";
import { sweepOutbox, withinSendTimeout } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { isServerless } from "@/lib/platform/serverless";

/** Minutes after which the event of a queued job is sent again. */
const resendAfterMinutes = 2;

/**
 * Puts events of queued jobs back into the outbox: an engine that was killed may have lost them.
 * The id stays the same, so an engine that still has the event ignores the duplicate. If a second
 * run starts nevertheless, the job allows only one of them to work. The interval doubles each time,
 * because a job may queue for hours.
 */
const requeueLostEvents = () => db.$executeRaw`
  UPDATE outbox_event e SET sent_at = NULL, data = jsonb_strip_nulls(jsonb_build_object('jobId', j.id,
    'ownerId', j.owner_id, 'cancelKey', j.scene_id::text || ':' || j.generation))
  FROM job j
  WHERE j.status = 'queued'
    AND j.created_at < now() - make_interval(mins => ${resendAfterMinutes})
    AND e.id = j.id::text
    AND e.sent_at < now()
      - greatest(make_interval(mins => ${resendAfterMinutes}), e.sent_at - j.created_at)`;

/** Sends the events in the outbox, and those that the engine may have lost. */
export async function sweepEvents(minAgeSeconds?: number): ReturnType<typeof sweepOutbox> {
  await requeueLostEvents();
  return sweepOutbox(minAgeSeconds);
}

/**
 * For hosts without background work: sends, at the start and while an author waits, events of a
 * process that died between commit and sending. Otherwise they wait for the next sweep, which runs
 * each minute.
 */
export async function sweepIfServerless(minAgeSeconds?: number): Promise<void> {
  if (!isServerless()) return;
  await withinSendTimeout(
    sweepEvents(minAgeSeconds).catch((error: unknown) =>
      log.warn({ err: error }, "the outbox could not be read"),
    ),
  );
}
