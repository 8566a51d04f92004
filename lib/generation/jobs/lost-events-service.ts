import "server-only";
import { db } from "@/lib/platform/db";
import { sweepOutbox, withinSendTimeout } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { isServerless } from "@/lib/platform/serverless";

/** Minutes that a job may be queued until its event is sent again. */
const resendAfterMinutes = 2;

/**
 * Puts events of queued jobs back into the outbox: an engine that was killed may have lost them. The
 * id is the same, so an engine that still has the event drops the repetition, and where it starts a
 * second run, the job lets one of the two work. The pause doubles each time, as a job may have to
 * queue for hours.
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

/** Sends what is in the outbox, and again what the engine may have lost. */
export async function sweepEvents(minAgeSeconds?: number): ReturnType<typeof sweepOutbox> {
  await requeueLostEvents();
  return sweepOutbox(minAgeSeconds);
}

/**
 * Sends on a host without background work, at its start and while an author waits, what a process
 * left behind that died between the commit and the sending. The next minute's sweep is the last
 * resort.
 */
export async function sweepWhereServerless(minAgeSeconds?: number): Promise<void> {
  if (!isServerless()) return;
  await withinSendTimeout(
    sweepEvents(minAgeSeconds).catch((error: unknown) =>
      log.warn({ err: error }, "the outbox could not be read"),
    ),
  );
}
