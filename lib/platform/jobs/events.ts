import { eventType } from "inngest";
import { z } from "@/lib/platform/zod";
import { id } from "../http/ids";

/** An outgoing event; receivers drop duplicates by id. */
export interface OutgoingEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

/** Sends an event after the surrounding transaction has committed. */
export type Send = (event: OutgoingEvent) => void;

/** The subject of a job was deleted together with the job. */
export const jobAbandoned = eventType("job/abandoned", { schema: z.object({ jobId: id }) });
